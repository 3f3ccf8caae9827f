import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { errorCode } from '../../error-code.ts'

/** Permissions of everybody but the owner. */
const nonOwnerBits = 0o077

/**
 * Takes a database file, and the log and index beside it, away from everybody but their owner: it holds hashes of API keys
 * and what payers have signed. A file that does not exist yet is created empty, whatever the umask and the folder allow;
 * SQLite gives `-wal` and `-shm` the permissions of the database. A file of another owner keeps its permissions. Has no
 * effect on Windows.
 *
 * Fails silently where no file can be: SQLite says why when it opens the path.
 */
export function restrictToOwner(path: string): void {
  if (process.platform === 'win32') return
  try {
    // Never a file that exists: closing it would end the locks that SQLite holds on it in this process.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists, or cannot.
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
