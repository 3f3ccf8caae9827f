import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import { isConnectionError } from '../postgres/connection-errors.ts'
import { resultCodeOf } from '../sqlite/result-code.ts'

/** SQLSTATE classes, and single states, that speak of PostgreSQL and not of the query. */
const unavailableSqlStates =
  /^(08...|28...|53...|57P0.|57014|55P03|40001|40P01|25P03|25P04|25006|58030|XX000|3D000)$/

/**
 * SQLite's primary result codes that speak of the disk or of other processes: out of memory, locked, busy, read-only, I/O
 * error, full, not to be opened.
 */
const unavailableSqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** Whether a failure is one of the database's and not of what was asked of it: the same may succeed later. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const resultCode = resultCodeOf(error)
  if (resultCode !== undefined) return unavailableSqliteCodes.has(resultCode)
  return isConnectionError(error) || ('code' in error && unavailableSqlStates.test(String(error.code)))
}

/**
 * The failure that callers get to see of one of the database's, which is its cause: `DatabaseUnavailableError`. Whether a write
 * was made is open where its commit is what failed. Every other error is returned as it is.
 */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError || !isDatabaseUnavailable(error)) return error
  return new DatabaseUnavailableError('The database is not available; try again.', { cause: error })
}

/** The error of work that was not admitted to the acquire queue, or waited too long in it. */
export function queueOverloadedError(): DatabaseUnavailableError {
  return new DatabaseUnavailableError('Too much is waiting for the database; try again.')
}
