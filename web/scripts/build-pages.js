import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { librariesOf } from '../../scripts/bundled-libraries.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`
const configFile = `${root}vite.config.ts`

/** Builds the pages into `web/dist`. Takes Vite's `build`; Vite is a development dependency. */
export async function buildPages(viteBuild) {
  await rm(dist, { recursive: true, force: true })
  const options = { root, configFile, logLevel: 'warn' }
  await viteBuild({ ...options, ...listLibraries('public') })
  await viteBuild({ ...options, mode: 'console', ...listLibraries('console') })
  await viteBuild({ ...options, mode: 'embed', ...listLibraries('embed') })
  await viteBuild({ ...options, build: { ssr: 'src/public/render.tsx' }, ...listLibraries('render') })
  await cp(`${root}icons`, `${dist}/client/icons`, { recursive: true })
  await cp(`${root}push-worker.js`, `${dist}/client/push-worker.js`)
  await compressFiles(`${dist}/client/assets`)
}

/**
 * Builds scripts, styles and fonts of the guide, and returns their bytes by their path in its site. Their URLs are relative, so that the
 * site may be below any path.
 */
export async function buildGuideAssets(viteBuild) {
  const { output } = await viteBuild({
    root,
    configFile,
    logLevel: 'warn',
    mode: 'guide',
    base: './',
    build: { write: false },
    ...listLibraries('guide'),
  })
  return output.map((file) => [`guide/${file.fileName}`, file.type === 'chunk' ? file.code : file.source])
}

/** Options of a build that is served: it lists its libraries in `web/dist/libraries`, from which a release collects their licences. */
function listLibraries(name) {
  const plugin = (suffix = () => '') => ({
    name: 'list-libraries',
    generateBundle: async (_options, bundle) => {
      const chunks = Object.values(bundle)
      const list = librariesOf(chunks.flatMap(({ moduleIds = [] }) => moduleIds))
      await mkdir(`${dist}/libraries`, { recursive: true })
      await writeFile(`${dist}/libraries/${name}${suffix(chunks)}.json`, JSON.stringify(list))
    },
  })
  const entryOf = (chunks) => `-${chunks.find(({ isEntry }) => isEntry)?.name ?? 'worker'}`
  return { plugins: [plugin()], worker: { plugins: () => [plugin(entryOf)] } }
}

/** Writes `.br` and `.gz` beside each file, at the highest levels; fonts are compressed already. */
async function compressFiles(folder) {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.woff2'))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(`${folder}/${name}`)
      await writeFile(`${folder}/${name}.br`, await toBrotli(bytes, brotliOptions))
      await writeFile(`${folder}/${name}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}
