import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { preview } from 'vite'

const cli = fileURLToPath(new URL('../../../../node_modules/vite/bin/vite.js', import.meta.url))

/** Builds an example as its users do, and serves the build with the service behind it. */
export async function serveExample(root: string, serviceUrl: string) {
  const outDir = await mkdtemp(join(tmpdir(), 'byname-example-'))
  const production = { ...env, NODE_ENV: 'production' }
  await promisify(execFile)(execPath, [cli, 'build', '--outDir', outDir], { cwd: root, env: production })
  // The configuration of the example reads it.
  Object.assign(env, { BYNAME_URL: serviceUrl })
  const server = await preview({ root, build: { outDir }, preview: { port: 0, host: 'localhost' } })
  return {
    url: `${server.resolvedUrls?.local[0]}`,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
