// Builds the pages into web/dist. Plain JavaScript: npm's `prepare` may run it with a Node that strips no types.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`

const vite = await importVite()
if (vite) await build(vite)

/** Undefined in an installation without development dependencies. */
async function importVite() {
  try {
    return await import('vite')
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    print('The pages are not built: Vite is a development dependency, and it is not installed.')
    return undefined
  }
}

async function build({ build: viteBuild }) {
  const startedAt = performance.now()
  const configFile = `${root}vite.config.ts`
  await rm(dist, { recursive: true, force: true })
  const options = { root, configFile, logLevel: 'warn' }
  await viteBuild(options)
  await viteBuild({ ...options, mode: 'console' })
  await viteBuild({ ...options, build: { ssr: 'src/public/render.tsx' } })
  await compressFiles(`${dist}/client/assets`)
  print(`The pages are built, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}

/** Writes `.br` and `.gz` beside each file, at the highest levels. */
async function compressFiles(folder) {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const names = await readdir(folder)
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(`${folder}/${name}`)
      await writeFile(`${folder}/${name}.br`, await toBrotli(bytes, brotliOptions))
      await writeFile(`${folder}/${name}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
