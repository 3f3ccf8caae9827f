import { DatabaseSync } from 'node:sqlite'
import { resultCodeOf } from './result-code.ts'

/** SQLITE_BUSY. */
const busy = 5

/**
 * Locks a file for this process, until `release` or the end of the process, also by a kill. Undefined when another process
 * has it. The lock is SQLite's, because Node has none of its own.
 */
export function lockFile(path: string): { readonly release: () => void } | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (resultCodeOf(error) === busy) return undefined
    throw error
  }
}
