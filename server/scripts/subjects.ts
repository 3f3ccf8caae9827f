import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { routes } from '../src/http/operations.ts'
import { eventTypes } from '../src/model/event.ts'
import { copiedTables } from '../src/store/tables.ts'

/**
 * Subjects that lie in several layers, with the words that the names of their files, tables, operations and events have. A file
 * whose name has none of them is not found: rename it.
 */
const subjects: Readonly<Record<string, RegExp>> = {
  Alerts: /\balerts?\b/,
  'API keys': /\b(api keys?|keys?|api requests?)\b/,
  'Archives, imports and exports': /\b(archives?|imports?|exports?|arrive|arriving|listings|leaving)\b/,
  'Backups and copies': /\b(backups?|restore|copy|freeze)\b/,
  Batches: /\bbatch(es)?\b/,
  'Branding and appearance': /\b(branding|appearance|accent|claim page)\b/,
  Claims: /\bclaims?\b(?! page)/,
  'Doctor and diagnoses': /\b(doctor|diagnose|diagnosis)\b/,
  Embed: /\bembed\b/,
  Events: /\bevents?\b/,
  Facades: /\b(facades?|namestone|namespace)\b/,
  'Former gateways': /\bformer\b/,
  'Frozen zones': /\b(frozen|freeze|zone)\b/,
  Health: /\b(health|probe)\b/,
  Idempotency: /\bidempoten(t|cy)\b/,
  Images: /\b(images?|media|avatars?)\b/,
  'Invitation links': /\b(invitation|links?)\b/,
  mApps: /\b(mapps?|challenges?|grants)\b/,
  'Messages for holders': /\b(holder messages?|messages? (left|recipients?|dialog))\b/,
  'Members and workspaces': /\b(members?|workspaces?|operators?)\b/,
  'Own hosts': /\b(hosts?|own)\b/,
  Payments: /\b(payments?|x402|paying)\b/,
  Policies: /\bpolic(y|ies)\b/,
  'Primary names': /\bprimary\b/,
  'Replicas and regions': /\b(replicas?|regional|replay)\b/,
  Resolvers: /\bresolvers?\b/,
  'Sessions and apps': /\b(sessions?|oauth|authorize)\b/,
  Signers: /\b(signers?|signing|custody)\b/,
  Statistics: /\b(statistics|traffic|lookup counts?)\b/,
  'Tags and notes': /(?<!interface )\bnotes\b|\b(domain|subname|list) tags\b/,
  Templates: /\btemplates?\b/,
  Webhooks: /\bwebhooks?\b/,
  'Write budgets and limits': /\b(budgets?|rate limits?|load shedding|quotas?)\b/,
}

/** `api-keys/list.ts` has the words `api keys list`. */
function wordsOf(name: string): string {
  return name
    .replace(/\.\w+$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
}

/** The paths below `folder` that match. One folder stands for its files where its own name matches. */
function nameAll(files: readonly string[], folder: string, pattern: RegExp): string {
  const found = files.map((file) => file.slice(folder.length)).filter((path) => pattern.test(wordsOf(path)))
  return list(
    found.map((path) => (pattern.test(wordsOf(basename(dirname(path)))) ? `${dirname(path)}/` : path)),
  )
}

function list(names: readonly string[]): string {
  return [...new Set(names)]
    .sort()
    .map((name) => `\`${name}\``)
    .join(', ')
}

export const subjectsPageFile = new URL('../../docs/subjects.md', import.meta.url).pathname

const introduction = `# Where a subject is

*For maintainers*

The code is in layers, and a subject such as webhooks has files in most of them. This page names them by subject; a path
with a slash at its end is a folder that is of the subject as a whole. \`npm run maps\` writes it from the names of
files, tables, operations and events, and a test compares it, so a file with another name is missing here: name it by
its subject.
`

/** The text of docs/subjects.md. */
export function subjectsPage(): string {
  const root = new URL('../../', import.meta.url).pathname
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .filter((file) => /\.(tsx?|md)$/.test(file))
      .sort()
  const sources = (pattern: string) => find(pattern).filter((file) => !file.includes('.test.'))
  const layers: readonly (readonly [title: string, folder: string, files: readonly string[]])[] = [
    ['Model', 'server/src/', sources('server/src/model/*.ts')],
    [
      'Rules',
      'server/src/',
      sources('server/src/{appearance,policy,ens,listings,frozen,signing,gateway,payments/rules}/**/*.ts'),
    ],
    ['Verbs', 'server/src/', sources('server/src/core/**/*.ts')],
    [
      'Store',
      'server/src/',
      sources('server/src/{store,payments/store}/**/*.ts').filter((file) => !file.includes('migrations')),
    ],
    ['HTTP', 'server/src/', sources('server/src/{http,facades,mcp,payments/http}/**/*.ts')],
    ['Commands', 'server/src/', sources('server/src/commands/**/*.ts')],
    ['Pages', 'web/src/', sources('web/src/**/*.{ts,tsx}')],
    ['Tests', 'server/', find('server/{src,test}/**/*.test.ts')],
    ['Docs', 'docs/', find('docs/**/*.md').filter((file) => !file.endsWith('subjects.md'))],
  ]
  const names = [
    ['Tables', Object.keys(copiedTables)],
    ['Operations', routes.map(({ id }) => id)],
    ['Events', eventTypes],
  ] as const
  const sections = Object.entries(subjects).map(([title, pattern]) => {
    const rows = [
      ...layers.map(([layer, folder, files]) => [layer, nameAll(files, folder, pattern)] as const),
      ...names.map(([kind, all]) => [kind, list(all.filter((name) => pattern.test(wordsOf(name))))] as const),
    ]
    const shown = rows.filter(([, text]) => text !== '')
    return `## ${title}\n\n${shown.map(([layer, text]) => `- **${layer}:** ${text}`).join('\n')}\n`
  })
  return `${introduction}\n${sections.join('\n')}`
}
