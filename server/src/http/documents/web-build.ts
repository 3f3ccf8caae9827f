import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { deferImport } from '../../async/defer-import.ts'
import { buildFolder } from '../guide-files.ts'
import type { DocumentName } from './document-content.ts'
import { type InlineText, inlineText } from './inline-text.ts'

const rendererFile = new URL('server/render.js', buildFolder)

/** What `npm run build` has made of `web`. */
export interface WebBuild {
  /** The document's content as HTML. */
  readonly render: (page: PageContent, language: string) => Promise<string>
  /** A message of the pages. */
  readonly translate: (...message: Parameters<Renderer['translate']>) => Promise<string>
  /** Of the pages (BCP 47), English first. */
  readonly languages: readonly string[]
  /** URLs of the messages that a page shows first, and later. */
  readonly messagesOf: (page: DocumentName, language: string) => MessageFiles
  /** URLs of the entry of a page and of what it imports, the entry first. */
  readonly scriptsOf: (page: DocumentName) => readonly string[]
  /** Keeps what is pressed before the entry runs. */
  readonly earlyClick: InlineText
  /** URL of the small script that runs before the entry; undefined without one. */
  readonly earlyScriptOf: (page: DocumentName) => string | undefined
  /** Of the public pages. */
  readonly styles: InlineText
  /** URL of that of the console. */
  readonly consoleStylesheet: string
  /** URLs of the fonts that every document uses. */
  readonly fonts: readonly string[]
  /** URLs of the entry of the console and of what it imports, the entry first. */
  readonly consoleScripts: readonly string[]
  readonly elements: ElementFiles
  readonly assetsFolder: string
  readonly iconsFolder: URL
  /** The script that shows notifications. */
  readonly pushWorker: URL
}

/** URLs of the elements for other sites. */
interface ElementFiles {
  /** Of the entry and of what it imports, the entry first. */
  readonly scripts: readonly string[]
  /** By language. */
  readonly messages: Readonly<Record<string, string>>
}

interface MessageFiles {
  readonly first: string
  readonly late: string
}

interface PageContent {
  readonly page: DocumentName
  readonly data: object
}

/** The path under which Vite has built the files (`base`). */
export const assetsPrefix = '/_/'

const manifestSchema = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
)

type Manifest = z.output<typeof manifestSchema>

/** Undefined when the pages are not built, or in part. */
export async function readWebBuild(): Promise<WebBuild | undefined> {
  const manifest = await readManifest(new URL('client/manifest.json', buildFolder))
  const consoleManifest = await readManifest(new URL('client/console-manifest.json', buildFolder))
  const elementsManifest = await readManifest(new URL('client/embed-manifest.json', buildFolder))
  if (!manifest || !consoleManifest || !elementsManifest || !existsSync(rendererFile)) return undefined
  const languages = Object.keys(manifest)
    .flatMap((key) => messagesFile.exec(key)?.[1] ?? [])
    .sort((one, other) => Number(other === 'en') - Number(one === 'en'))
  return {
    render: async (content, language) => (await importRenderer()).render(content, language),
    translate: async (...message) => (await importRenderer()).translate(...message),
    languages,
    messagesOf: (page, language) => {
      const urlOf = (part: string) => urlsOf(manifest, `messages/${language}.json?${part}`)[0] ?? ''
      return { first: urlOf(page), late: urlOf('late') }
    },
    scriptsOf: (page) => urlsOf(manifest, `src/public/${page}/entry.tsx`),
    earlyClick: inlineText('script', await readEarlyClick(manifest)),
    earlyScriptOf: (page) => urlsOf(manifest, `src/public/${page}/early.ts`)[0],
    styles: inlineText('style', await readStyles(manifest)),
    consoleStylesheet: urlsOf(consoleManifest, 'src/console/styles.css')[0] ?? '',
    fonts: (manifest['src/styles.css']?.assets ?? [])
      .filter((file) => /\/geist-latin-wght-normal-[^/]+\.woff2$/.test(file))
      .map((file) => `${assetsPrefix}${file}`),
    consoleScripts: urlsOf(consoleManifest, 'src/console/entry.tsx'),
    elements: {
      scripts: urlsOf(elementsManifest, 'src/embed/entry.ts'),
      messages: Object.fromEntries(
        languages.map((language) => [
          language,
          urlsOf(elementsManifest, `messages/${language}.json?embed`)[0] ?? '',
        ]),
      ),
    },
    assetsFolder: fileURLToPath(new URL('client/assets', buildFolder)),
    iconsFolder: new URL('client/icons/', buildFolder),
    pushWorker: new URL('client/push-worker.js', buildFolder),
  }
}

async function readManifest(file: URL): Promise<Manifest | undefined> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing)
  return text === undefined ? undefined : manifestSchema.parse(JSON.parse(text))
}

/** Their URLs begin with a slash, so that they may stand in any document. */
async function readStyles(manifest: Manifest): Promise<string> {
  const file = manifest['src/styles.css']?.file
  return file ? readFile(new URL(`client/${file}`, buildFolder), 'utf8') : ''
}

/** Its names are its own: it is built as a module, and runs as a script. */
async function readEarlyClick(manifest: Manifest): Promise<string> {
  const chunk = manifest['src/public/early/inline.ts']
  if (!chunk) return ''
  const module = await readFile(new URL(`client/${chunk.file}`, buildFolder), 'utf8')
  if (chunk.imports.length > 0) throw new Error('The script within a document imports nothing.')
  return `(()=>{${module}})()`
}

function urlsOf(manifest: Manifest, key: string, seen = new Set<string>()): readonly string[] {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [
    `${assetsPrefix}${chunk.file}`,
    ...chunk.imports.flatMap((imported) => urlsOf(manifest, imported, seen)),
  ]
}

const messagesFile = /^messages\/([\w-]+)\.json\?home$/

interface Renderer {
  readonly render: (page: PageContent, language: string) => string
  readonly translate: (language: string, message: string, values: Readonly<Record<string, string>>) => string
}

const importRenderer = deferImport(async () => {
  // Pages that are not built have no renderer, and no requests.
  if (!existsSync(rendererFile)) return { render: () => '', translate: () => '' }
  // Safe because the file is built from `web/src/public/render.tsx`, which exports this.
  const renderer: Renderer = await import(rendererFile.href)
  return renderer
})

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
