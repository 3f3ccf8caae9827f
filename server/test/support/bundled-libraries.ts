import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Libraries of hundreds of modules each: with one file for each entry point, a command starts in half the time. These
 * are all entry points that a process of the tests imports, so that no module of a library is loaded twice.
 */
const entryPoints: Readonly<Record<string, readonly string[]>> = {
  viem: ['', '/accounts', '/actions', '/chains', '/ens', '/siwe', '/tempo', '/tempo/chains', '/utils'],
  kysely: ['', '/migration'],
  zod: ['', '/mini', '/v4/core'],
  '@ensdomains/address-encoder': ['', '/utils'],
  '@ensdomains/content-hash': [''],
  uuid: [''],
}

/** Options of Node with which a process imports the bundles in place of the libraries. */
export const useBundledLibraries: readonly string[] = [
  '--import',
  new URL('./use-bundled-libraries.js', import.meta.url).href,
]

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cacheFolder = join(root, 'node_modules/.cache/byname-test')

/** Vitest's global setup: bundles the libraries, unless these versions of them are bundled already. */
export async function setup(): Promise<void> {
  const lockFile = await readFile(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(JSON.stringify(entryPoints)).update(lockFile).digest('hex')
  const folder = join(cacheFolder, `libraries-${hash.slice(0, 16)}`)
  if (!existsSync(folder)) await bundle(folder)
  // Processes of another run may read it meanwhile.
  const list = join(cacheFolder, 'libraries.json')
  await writeFile(`${list}.${process.pid}`, await readFile(join(folder, 'libraries.json')))
  await rename(`${list}.${process.pid}`, list)
}

async function bundle(folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const unfinished = await mkdtemp(join(cacheFolder, 'libraries-'))
  const libraries = Object.keys(entryPoints)
  const names = Object.entries(entryPoints).flatMap(([library, paths]) => paths.map((path) => library + path))
  const sourceByBundle = await buildInto(unfinished, names)
  const bundles = sourceByBundle.map(([file, source]) => [toUrl(source), toUrl(join(folder, file))])
  const list = {
    bundles: Object.fromEntries(bundles),
    libraries: libraries.map((library) => `${toUrl(join(root, 'node_modules', library))}/`),
  }
  await writeFile(join(unfinished, 'libraries.json'), JSON.stringify(list))
  // Another run may have bundled the same meanwhile.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}

function toUrl(path: string): string {
  return pathToFileURL(path).href
}

async function buildInto(
  folder: string,
  names: readonly string[],
): Promise<readonly (readonly [bundle: string, source: string])[]> {
  // Imported here, because every test that starts a process imports this file.
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, name])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' },
      },
    },
  })
  if (!('output' in built)) throw new Error('The build of one environment has one output.')
  return built.output.flatMap((file) =>
    file.type === 'chunk' && file.facadeModuleId ? [[file.fileName, file.facadeModuleId] as const] : [],
  )
}
