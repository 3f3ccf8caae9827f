import { access, constants, mkdir, stat } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { errorCode } from '../error-code.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Accessible by its owner only. An existing folder is not changed.
 * @throws OperatorError when it cannot be made, or not be written.
 */
export async function ensureDataDir({ dataDir }: Config): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new OperatorError(await explain(dataDir, error), { cause: error })
  }
}

async function explain(dataDir: string, error: unknown): Promise<string> {
  const isFile = await stat(dataDir).then(
    (stats) => !stats.isDirectory(),
    () => false,
  )
  if (isFile || errorCode(error) === 'ENOTDIR')
    return `DATA_DIR ${dataDir} is, or lies below, a file: set it to a folder.`
  return `The folder DATA_DIR ${dataDir} cannot be used (${errorCode(error)}): create it for the user of the service, or set DATA_DIR.`
}
