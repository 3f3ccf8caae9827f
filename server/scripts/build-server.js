import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { librariesOf } from '../../scripts/bundled-libraries.js'
import { findCurrentBuild } from '../current-build.js'

const server = fileURLToPath(new URL('..', import.meta.url))
const dir = `${server}dist`

const entries = {
  main: `${server}src/main.ts`,
  // Started by its path, which is beside that of the module that starts it.
  supervisor: `${server}../devnet/src/supervisor.ts`,
}

/** Run by the build, and not by a service. */
const buildEntries = { 'render-reader': `${server}src/http/openapi/render-reader.ts` }

/** A file each: its text is all that is needed to start it. */
const threadEntries = ['read-worker-thread', 'lookup-thread'].map((name) => ({
  [name]: `${server}src/store/sqlite/${name}.ts`,
}))

/** A file of its own too, which finds its libraries beside the bundle. */
const cardEntries = { 'card-thread': `${server}src/media/cards/card-thread.ts` }

/** They load other files of their package, which a service needs beside the bundle. */
export const externalLibraries = [
  ...['sharp', 'secp256k1', '@resvg/resvg-js', 'harfbuzzjs'],
  // Fonts of cards: `server/src/media/cards/fonts.ts`.
  ...['geist', 'noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-kr', 'noto-sans-sc'].map(
    (name) => `@fontsource-variable/${name}`,
  ),
  ...['@fontsource-variable/noto-sans-thai', '@expo-google-fonts/noto-color-emoji'],
]

/** The reader's library is large, and only the build needs it. */
const external = [...externalLibraries, '@scalar/fastify-api-reference'].map(
  (name) => new RegExp(`^${name}(?:/|$)`),
)

/**
 * Bundles the server with its libraries into `server/dist`: a start reads a hundred files in place of 1,900, without
 * their comments, which Node would keep in memory. Files of earlier builds stay, because a running service may load them
 * later. Takes the function of the development dependency.
 */
export async function buildServer(rolldown) {
  const startedAt = new Date()
  const output = []
  for (const input of [{ ...entries, ...buildEntries }, ...threadEntries, cardEntries])
    output.push(...(await writeBundle(rolldown, input)))
  await writeReader()
  const sources = output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .filter((path) => isAbsolute(path) && !path.includes('node_modules'))
    .map((path) => relative(server, path))
  await writeFile(`${dir}/contents.json`, JSON.stringify(contentsOf(output)))
  const sourceList = `${dir}/sources.json`
  await writeFile(sourceList, JSON.stringify([...new Set(sources)].toSorted()))
  // A source that was edited during the build is newer.
  await utimes(sourceList, startedAt, startedAt)
}

/** The files that a service may load, of all files in the folder, the libraries in them, and those that they import. */
function contentsOf(output) {
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const files = new Set()
  const visit = (name) => {
    const chunk = chunks.get(name)
    if (!chunk || files.has(name)) return
    files.add(name)
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) visit(imported)
  }
  const names = [entries, ...threadEntries, cardEntries].flatMap((each) => Object.keys(each))
  for (const name of names) visit(`${name}.js`)
  const moduleIds = [...files].flatMap((name) => chunks.get(name).moduleIds)
  return {
    files: [...files, 'reader/index.html', 'reader/scalar.js', 'sources.json'].toSorted(),
    external: externalLibraries,
    // The reader's script has libraries of its own, which its package lists.
    libraries: [...librariesOf(moduleIds), 'node_modules/@scalar/fastify-api-reference'].toSorted(),
  }
}

/**
 * V8 keeps a text with any character beyond Latin-1 at two bytes for each character. Escapes mean the same in strings,
 * templates and regular expressions, except for `String.raw`.
 */
const escapeCharacters = {
  name: 'escape-characters',
  // `renderChunk` would be too early: the printer decodes escapes.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeBeyondLatin1(file)
  },
}

function escapeBeyondLatin1({ code, name }) {
  if (/String\.raw`[^`]*[^\0-\xff]/.test(code))
    throw new Error(`A raw string of the chunk ${name} cannot be escaped.`)
  return code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

async function writeBundle(rolldown, input) {
  // The sources of the SDK: its own build may run at the same time.
  const resolve = { alias: { '@byname/sdk/verify': `${server}../sdk/src/verify.ts` } }
  const bundle = await rolldown({ input, platform: 'node', external, resolve, plugins: [escapeCharacters] })
  const { output } = await bundle.write({
    dir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  })
  await bundle.close()
  return output
}

/** A service serves them as they are: the library that has them takes 20 MiB. */
async function writeReader() {
  const { renderReader } = await import(pathToFileURL(`${dir}/render-reader.js`).href)
  const { html, script } = await renderReader()
  await mkdir(`${dir}/reader`, { recursive: true })
  await writeFile(`${dir}/reader/index.html`, html)
  await writeFile(`${dir}/reader/scalar.js`, script)
}

/** Before processes are tested or measured: they would run the sources, which start in twice the time. */
export async function buildServerIfChanged(rolldown) {
  if (!findCurrentBuild()) await buildServer(rolldown)
}

export async function removeBuilds() {
  await rm(dir, { recursive: true, force: true })
}
