import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { PageName } from './page.ts'

/** What `npm run build` has made of `web`. */
export interface PagesBuild {
  /** The document's content as HTML. The first page loads what renders it. */
  readonly render: (page: PageContent) => Promise<string>
  /** URLs of the entry of a page and of what it imports, the entry first. */
  readonly scriptsOf: (page: PageName) => readonly string[]
  /** URL of the small script that runs before the entry; undefined without one. */
  readonly earlyScriptOf: (page: PageName) => string | undefined
  readonly stylesheet: string
  /** URLs of the entry of the console and of what it imports, the entry first. */
  readonly consoleScripts: readonly string[]
  readonly assetsFolder: string
}

interface PageContent {
  readonly page: PageName
  readonly data: object
}

/** The path under which Vite has built the files (`base`). */
export const assetsPrefix = '/_/'

const manifestSchema = z.record(
  z.string(),
  z.looseObject({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
)

type Manifest = z.output<typeof manifestSchema>

/** Undefined when the pages are not built. */
export async function readPagesBuild(folder: URL): Promise<PagesBuild | undefined> {
  const manifest = await readManifest(new URL('client/manifest.json', folder))
  const consoleManifest = await readManifest(new URL('client/console-manifest.json', folder))
  if (!manifest || !consoleManifest) return undefined
  const renderer = new URL('server/render.js', folder)
  return {
    render: async (content) => (await importRenderer(renderer)).render(content),
    scriptsOf: (page) => urlsOf(manifest, `src/public/${page}/entry.tsx`),
    earlyScriptOf: (page) => urlsOf(manifest, `src/public/${page}/early.ts`)[0],
    stylesheet: urlsOf(manifest, 'src/styles.css')[0] ?? '',
    consoleScripts: urlsOf(consoleManifest, 'src/console/entry.tsx'),
    assetsFolder: fileURLToPath(new URL('client/assets', folder)),
  }
}

async function readManifest(file: URL): Promise<Manifest | undefined> {
  const text = await readFile(file, 'utf8').catch(ignoreMissing)
  return text === undefined ? undefined : manifestSchema.parse(JSON.parse(text))
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

/** Safe because the file is built from `web/src/public/render.tsx`, which exports this. */
async function importRenderer(file: URL): Promise<{ readonly render: (content: PageContent) => string }> {
  return await import(file.href)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
