import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { errorCode } from '../../error-code.ts'

const nonOwnerBits = 0o077

/**
 * Database, WAL and index hold hashes of API keys and payers' signatures. Creates a missing file; SQLite copies its
 * permissions to `-wal` and `-shm`. Skips files of other owners. Has no effect on Windows. Ignores a file that cannot
 * be created: SQLite reports it on open.
 */
export function restrictToOwner(path: string): void {
  if (process.platform === 'win32') return
  try {
    // Never opens an existing file: closing it would release SQLite's locks of this process.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists or cannot be created.
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictFile(file)
}

function restrictFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || (stats.mode & nonOwnerBits) === 0) return
  try {
    chmodSync(file, stats.mode & 0o700)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error
  }
}
