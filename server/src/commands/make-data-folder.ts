import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { errorCode } from '../error-code.ts'
import { OperatorError } from '../operator-error.ts'

type DataDir = Pick<Config, 'dataDir'>

/**
 * Accessible by its owner only. An existing folder is not changed.
 * @throws OperatorError when it cannot be made, or not be written.
 */
export async function ensureDataDir({ dataDir }: DataDir): Promise<void> {
  await explained(dataDir, async () => {
    const existing = await assertUsable(dataDir)
    const missing: string[] = []
    for (let folder = dataDir; folder !== existing; folder = dirname(folder)) missing.unshift(folder)
    // Not by `recursive`: below /proc, where a folder can be neither found nor made, Node never ends.
    for (const folder of missing) await mkdir(folder, { mode: 0o700 }).catch(unlessMade)
    if (missing.length > 0) await assertUsable(dataDir)
  })
}

/**
 * Changes nothing. False when the folder is missing and can be made.
 * @throws OperatorError as `ensureDataDir`.
 */
export function hasDataDir({ dataDir }: DataDir): Promise<boolean> {
  return explained(dataDir, async () => (await assertUsable(dataDir)) === dataDir)
}

/** By another process at the same time. */
function unlessMade(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}

/** Of statfs: proc and sysfs, which show the state of the kernel. */
const kernelFileSystems: readonly number[] = [0x9fa0, 0x62656572]

/** Returns the folder, or the nearest one above it that exists. */
async function assertUsable(dataDir: string): Promise<string> {
  const folder = await nearestExisting(dataDir)
  if (!(await stat(folder)).isDirectory())
    throw new OperatorError(`DATA_DIR ${dataDir} is, or lies below, a file: set it to a folder.`)
  if (kernelFileSystems.includes((await statfs(folder)).type))
    throw new OperatorError(
      `DATA_DIR ${dataDir} is on a file system of the kernel: set it to a folder on a disk.`,
    )
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  return folder
}

async function nearestExisting(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error
      return false
    },
  )
  return isThere ? path : nearestExisting(dirname(path))
}

async function explained<T>(dataDir: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(explain(dataDir, errorCode(error)), { cause: error })
  }
}

function explain(dataDir: string, code: string | undefined): string {
  if (code === 'ENOTDIR') return `DATA_DIR ${dataDir} is, or lies below, a file: set it to a folder.`
  if (code === 'ELOOP') return `DATA_DIR ${dataDir} is a link that leads back to itself: set it to a folder.`
  return `The folder DATA_DIR ${dataDir} cannot be used (${code}): create it for the user of the service, or set DATA_DIR.`
}
