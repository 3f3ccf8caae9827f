import { rm, utimes, writeFile } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCurrentBuild } from '../current-build.js'

const server = fileURLToPath(new URL('..', import.meta.url))
const dir = `${server}dist`

const entries = {
  main: `${server}src/main.ts`,
  // Started by their paths, which are beside that of the module that starts them.
  'read-worker-thread': `${server}src/store/sqlite/read-worker-thread.ts`,
  supervisor: `${server}../devnet/src/supervisor.ts`,
}

/** Libraries that load other files of their package. */
const external = /^(?:sharp|secp256k1|@scalar\/fastify-api-reference)(?:\/|$)/

/**
 * Bundles the server with its libraries into `server/dist`: a start reads a hundred files in place of 1,900, without
 * their comments, which Node would keep in memory. Files of earlier builds stay, because a running service may load them
 * later. Takes the function of the development dependency.
 */
export async function buildServer(rolldown) {
  const startedAt = new Date()
  const bundle = await rolldown({ input: entries, platform: 'node', external })
  const { output } = await bundle.write({
    dir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  })
  await bundle.close()
  const sources = output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .filter((path) => isAbsolute(path) && !path.includes('node_modules'))
    .map((path) => relative(server, path))
  const sourceList = `${dir}/sources.json`
  await writeFile(sourceList, JSON.stringify(sources.toSorted()))
  // A source that was edited during the build is newer.
  await utimes(sourceList, startedAt, startedAt)
}

/** Before processes are tested or measured: they would run the sources, which start in twice the time. */
export async function buildServerIfChanged(rolldown) {
  if (!findCurrentBuild()) await buildServer(rolldown)
}

export async function removeBuilds() {
  await rm(dir, { recursive: true, force: true })
}
