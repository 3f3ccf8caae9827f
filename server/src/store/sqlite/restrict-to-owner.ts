import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { errorCode } from '../../error-code.ts'

/** Permissions of all users but the owner. */
const nonOwnerBits = 0o077

/**
 * Restricts a database file, its log and its index to their owner: it contains hashes of API keys and payers' authorizations. A
 * missing file is created empty, with any umask and folder; SQLite gives `-wal` and `-shm` the permissions of the database. A
 * file of another owner keeps its permissions. Has no effect on Windows.
 *
 * Fails silently where no file can be: SQLite reports why when it opens the path.
 */
export function restrictToOwner(path: string): void {
  if (process.platform === 'win32') return
  try {
    // Never an existing file: closing it would release the locks that SQLite holds on it in this process.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists, or cannot be created.
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
