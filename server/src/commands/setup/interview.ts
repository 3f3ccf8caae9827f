import { lookup } from 'node:dns/promises'
import { environmentWithDefaults } from '../../config/config.ts'
import { isChainId } from '../../ens/chains.ts'
import { OperatorError } from '../../errors.ts'
import { bucketOf, type GivenAnswers, type Question } from './answers.ts'
import {
  checkBucket,
  checkEndpoint,
  checkPlain,
  checkRecipient,
  checkTarget,
  newRecipient,
} from './bucket.ts'
import { checkDatabaseUrl } from './check-database.ts'
import { checkRpc } from './check-rpc.ts'
import { type Checked, checkChain, checkHost, checkOwner, checkPort, fatal, type Problem } from './checks.ts'
import type { Dialogue } from './dialogue.ts'
import { checkFiles, checkFilesBucket } from './files.ts'
import { filesOf } from './files-answers.ts'
import type { Settings } from './settings-file.ts'

interface Circumstances {
  readonly settings: Settings
  /** Its ports are taken by the service itself. */
  readonly isServiceRunning: boolean
  /** Whether a person answers. */
  readonly hasDialogue: boolean
}

interface QuestionRow {
  readonly name: Question
  /** What was found, where it is not about the answer alone. */
  readonly subject?: string
  /** Absent: it is given as an option, and not asked. */
  readonly prompt?: string
  readonly explanation?: string
  readonly fallback?: string
  /** Absent: always. */
  readonly isNeeded?: (sofar: GivenAnswers) => boolean
  readonly isSecret?: boolean
  readonly check: (text: string, sofar: GivenAnswers, circumstances: Circumstances) => Promise<Checked>
}

const rows: readonly QuestionRow[] = [
  {
    name: 'host',
    prompt: 'Host name',
    explanation:
      'The name under which wallets reach this machine, such as names.acme.com. It stays for years.',
    check: (text) => checkHost(text, (host) => lookup(host, { all: true })),
  },
  {
    name: 'chain',
    prompt: 'Network: mainnet, or sepolia to try it out',
    fallback: 'mainnet',
    check: async (text) => checkChain(text),
  },
  {
    name: 'rpc',
    prompt: 'RPC URL',
    explanation:
      'An endpoint of a node of that network, through which the chain is read: a provider of nodes gives you one; a free plan is enough.',
    check: (text, { chain }) => checkRpc(text, requireChain(chain)),
  },
  {
    name: 'owner',
    prompt: 'Address of your wallet',
    explanation: 'It signs in to the console, and deploys the contract there. Its key stays in the wallet.',
    check: async (text) => checkOwner(text),
  },
  {
    name: 'database',
    prompt: 'Database: sqlite, or a postgres:// URL',
    explanation: 'sqlite is a file on this machine, which serves millions of names.',
    fallback: 'sqlite',
    check: checkDatabaseUrl,
  },
  {
    name: 'https',
    prompt: 'HTTPS: own, or proxy if nginx or Caddy on this machine has the certificate',
    explanation: "own: the service gets a certificate of Let's Encrypt, whose terms you accept with it.",
    fallback: 'own',
    check: checkHttps,
  },
  {
    name: 'email',
    fallback: '',
    check: async (text) => ({
      value: text,
      problems:
        text === '' || /^[^\s@"'\\$`]+@[^\s@"'\\$`]+\.[^\s@"'\\$`]+$/.test(text)
          ? []
          : [fatal(`"${text}" is not an e-mail address.`)],
    }),
  },
  {
    name: 'backups',
    prompt: 'Backups: nightly into /var/lib/byname-backups, or none',
    fallback: 'nightly',
    check: async (text) => checkChoice(text, ['nightly', 'none']),
  },
  {
    name: 'backup-target',
    prompt: 'Bucket for encrypted copies of the backups: s3://name/prefix, or none',
    explanation: 'Backups on this machine are lost with it. Any S3-compatible provider has buckets.',
    fallback: 'none',
    isNeeded: ({ backups }) => backups === 'nightly',
    check: async (text) => checkTarget(text),
  },
  {
    name: 'backup-endpoint',
    prompt: 'Endpoint of the bucket, as the provider names it: https://…, or aws',
    fallback: 'aws',
    isNeeded: hasBucket,
    check: async (text) => checkEndpoint(text),
  },
  {
    name: 'backup-region',
    prompt: 'Region of the bucket',
    fallback: 'us-east-1',
    isNeeded: hasBucket,
    check: async (text) => checkPlain(text),
  },
  {
    name: 'backup-key-id',
    prompt: 'Access key ID',
    explanation: 'Of a key that may list, get, put and delete in this bucket, and no more.',
    isNeeded: hasBucket,
    check: async (text) => checkPlain(text),
  },
  {
    name: 'backup-secret',
    subject: 'bucket',
    prompt: 'Secret access key, which is not shown',
    isNeeded: hasBucket,
    isSecret: true,
    check: checkSecret,
  },
  {
    name: 'backup-recipient',
    prompt: 'Recipient of the backups: age1…, or new',
    explanation:
      'Backups are encrypted to it, and its key decrypts them: "byname backups create-key" makes one on your own computer. ' +
      'new: setup makes one, and shows it once.',
    fallback: newRecipient,
    isNeeded: hasBucket,
    check: (text, _, { hasDialogue }) => checkRecipient(text, hasDialogue),
  },
  {
    name: 'files',
    prompt: 'Names that outlive this server: <place>=<URL>,…, or none',
    explanation:
      'The names are published each day as files, from which the contract answers when this server is gone. Anyone can read them. ' +
      'A place is a folder that a web server serves, or a bucket: /srv/names-files=https://files.acme.com, s3://acme-names/zone=https://….',
    fallback: 'none',
    check: (text, sofar, { settings }) => checkFiles(text, sofar, settings),
  },
  {
    name: 'files-endpoint',
    prompt: 'Endpoint of the bucket of files: https://…, or aws',
    fallback: 'aws',
    isNeeded: hasFilesBucket,
    check: async (text) => checkEndpoint(text),
  },
  {
    name: 'files-region',
    prompt: 'Region of that bucket',
    fallback: 'us-east-1',
    isNeeded: hasFilesBucket,
    check: async (text) => checkPlain(text),
  },
  {
    name: 'files-key-id',
    prompt: 'Access key ID of that bucket',
    explanation: 'Of a key that may put and delete in this bucket, and no more.',
    isNeeded: hasFilesBucket,
    check: async (text) => checkPlain(text),
  },
  {
    name: 'files-secret',
    subject: 'bucket of files',
    prompt: 'Secret access key of that bucket, which is not shown',
    isNeeded: hasFilesBucket,
    isSecret: true,
    check: checkFilesSecret,
  },
  { name: 'signer', fallback: 'process', check: async (text) => checkChoice(text, ['process', 'service']) },
  {
    name: 'resolver',
    fallback: '',
    check: async (text) => (text === '' ? { value: '', problems: [] } : checkOwner(text)),
  },
]

function hasBucket(sofar: GivenAnswers): boolean {
  return bucketOf(sofar) !== undefined
}

function hasFilesBucket(sofar: GivenAnswers): boolean {
  return filesOf(sofar)?.bucket !== undefined
}

/** With what was answered before. */
async function checkFilesSecret(
  text: string,
  sofar: GivenAnswers,
  { settings }: Circumstances,
): Promise<Checked> {
  const { value, problems } = checkPlain(text)
  const files = filesOf({ ...sofar, 'files-secret': value })
  return files && problems.length === 0
    ? { value, ...(await checkFilesBucket(files, settings)) }
    : { value, problems }
}

/** With what was answered before. */
async function checkSecret(text: string, sofar: GivenAnswers): Promise<Checked> {
  const { value, problems } = checkPlain(text)
  const bucket = bucketOf({ ...sofar, 'backup-secret': value })
  return bucket && problems.length === 0 ? { value, ...(await checkBucket(bucket)) } : { value, problems }
}

function requireChain(text: string | undefined) {
  const chainId = Number(text)
  if (isChainId(chainId)) return chainId
  throw new OperatorError('The network comes before its RPC.')
}

function checkChoice(text: string, words: readonly string[]): Checked {
  const value = text.trim().toLowerCase()
  if (words.includes(value)) return { value, problems: [] }
  return { value, problems: [fatal(`"${text}" is not one of ${words.join(', ')}.`)] }
}

async function checkHttps(
  text: string,
  _: GivenAnswers,
  { settings, isServiceRunning }: Circumstances,
): Promise<Checked> {
  const checked = checkChoice(text, ['own', 'proxy'])
  if (checked.problems.length > 0 || isServiceRunning) return checked
  const port = (name: string, fallback: number) => Number(settings[name] || fallback)
  const own = [
    checkPort(
      port('TLS_PORT', 443),
      settings['TLS_HOST'],
      'HTTPS needs it. Where that is a proxy with a certificate, answer proxy',
    ),
    checkPort(
      port('TLS_REDIRECT_PORT', 80),
      settings['TLS_HOST'],
      'the certificate needs it. Where that is a proxy with a certificate, answer proxy',
    ),
  ]
  const problems = await Promise.all([
    ...(checked.value === 'own' ? own : []),
    checkPort(
      port('PORT', 3000),
      '127.0.0.1',
      'the service listens there: stop it, or set PORT in /etc/byname/env',
    ),
  ])
  return { ...checked, problems: problems.filter((problem) => problem !== undefined) }
}

interface Interview {
  /** Of options, and of the environment. */
  readonly given: GivenAnswers
  readonly kept: GivenAnswers
  readonly circumstances: Circumstances
  /** Undefined: what is not known has its default. */
  readonly dialogue: Dialogue | undefined
  /** Whether what is doubtful is accepted. */
  readonly goesOnAnyway: boolean
  readonly report: (line: string) => void
}

/** Secrets are better in the environment than among the arguments, which every user of the machine reads. */
function answersOfEnvironment(chain: string | undefined): GivenAnswers {
  const env = environmentWithDefaults({})
  const found: Readonly<Partial<Record<Question, string | undefined>>> = {
    rpc: chain && env[`RPC_URL_${chain}`],
    database: env['DATABASE_URL'],
    'backup-key-id': env['BACKUP_ACCESS_KEY_ID'],
    'backup-secret': env['BACKUP_SECRET_ACCESS_KEY'],
    'files-key-id': env['ANCHOR_ACCESS_KEY_ID'],
    'files-secret': env['ANCHOR_SECRET_ACCESS_KEY'],
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text))
}

/**
 * Asks for what is not known, and checks each answer at once.
 * @throws OperatorError listing what is missing or wrong, without a dialogue.
 */
export async function holdInterview(interview: Interview): Promise<GivenAnswers> {
  const { given, kept, dialogue, report } = interview
  const answers: Partial<Record<Question, string>> = {}
  const faults: string[] = []
  for (const row of rows) {
    if (row.isNeeded && !row.isNeeded(answers)) continue
    const known = given[row.name] ?? answersOfEnvironment(answers.chain)[row.name] ?? kept[row.name]
    const isAsked = known === undefined && row.prompt !== undefined && dialogue !== undefined
    const text = known ?? (isAsked ? undefined : row.fallback)
    if (text === undefined && !dialogue) {
      faults.push(`--${row.name} is missing.`)
      continue
    }
    // Only an answer before it was wrong.
    if (row.name === 'rpc' && answers.chain === undefined) continue
    const outcome = await settle(row, text, answers, interview)
    if (typeof outcome === 'string') answers[row.name] = outcome
    else
      faults.push(
        ...outcome.map(
          ({ sentence, isFatal }) => `--${row.name}: ${sentence}${isFatal ? '' : ' (--anyway goes on.)'}`,
        ),
      )
  }
  if (faults.length > 0) throw new OperatorError(faults.join('\n'))
  report('')
  return answers
}

/** The answer; without a dialogue, the problems that keep from one. */
async function settle(
  row: QuestionRow,
  known: string | undefined,
  sofar: GivenAnswers,
  { circumstances, dialogue, goesOnAnyway, report, kept }: Interview,
): Promise<string | readonly Problem[]> {
  if (known === undefined && row.explanation) dialogue?.say(`\n${row.explanation}`)
  let text = known ?? (dialogue ? await askFor(row, dialogue) : '')
  for (;;) {
    const { value, problems, found } = await row.check(text, sofar, circumstances)
    const isAccepted = goesOnAnyway || text === kept[row.name]
    if (problems.length === 0 || (isAccepted && problems.every(({ isFatal }) => !isFatal))) {
      for (const { sentence } of problems) report(`  ! ${sentence}`)
      if (found !== undefined) report(`  ${row.subject ?? row.name}: ${found}`)
      return value
    }
    if (!dialogue) return problems
    for (const { sentence } of problems) dialogue.say(`  ! ${sentence}`)
    if (problems.every(({ isFatal }) => !isFatal) && (await confirm(dialogue, '  Go on all the same?')))
      return value
    text = await askFor(row, dialogue)
  }
}

export async function confirm(dialogue: Dialogue, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await dialogue.ask(`${question} (y/N) `))
}

async function askFor(
  { name, prompt = name, fallback, isSecret }: QuestionRow,
  { ask, askSecret }: Dialogue,
): Promise<string> {
  for (;;) {
    const text = await (isSecret ? askSecret : ask)(`${prompt}${fallback ? ` [${fallback}]` : ''}: `)
    if (text !== '') return text
    if (fallback !== undefined) return fallback
  }
}
