import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import serverPackage from '../../../package.json' with { type: 'json' }

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/byname-test/', import.meta.url))

/**
 * The path of the Chromium of `@sparticuz/chromium`, which that package unpacks into TMPDIR and starts half written where another
 * process is unpacking it. Here several may unpack at once: a folder appears when it is whole.
 */
export async function unpackChromium(): Promise<string> {
  const folder = join(cache, `chromium-${serverPackage.devDependencies['@sparticuz/chromium']}`)
  const executable = join(folder, 'chromium')
  if (existsSync(executable)) return executable
  await mkdir(cache, { recursive: true })
  const unpacked = await mkdtemp(`${folder}-`)
  try {
    const child = fileURLToPath(new URL('unpacking-child.ts', import.meta.url))
    await promisify(execFile)(execPath, [child], { env: { ...env, TMPDIR: unpacked } })
    await rename(unpacked, folder)
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true })
    if (!existsSync(executable)) throw error
  }
  return executable
}
