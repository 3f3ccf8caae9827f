import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import { isConnectionError } from '../postgres/connection-errors.ts'
import { resultCodeOf } from '../sqlite/result-code.ts'

/** SQLSTATE classes, and single states, of server failures, as opposed to failures of the query. */
const unavailableSqlStates =
  /^(08...|28...|53...|57P0.|57014|55P03|40001|40P01|25P03|25P04|25006|58030|XX000|3D000)$/

/**
 * SQLite's primary result codes for failures of the disk or locks of other processes: out of memory, locked, busy, read-only,
 * I/O error, full, cannot open.
 */
const unavailableSqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** Whether an error is a failure of the database, which a retry may not meet, and not of the query. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const resultCode = resultCodeOf(error)
  if (resultCode !== undefined) return unavailableSqliteCodes.has(resultCode)
  return isConnectionError(error) || ('code' in error && unavailableSqlStates.test(String(error.code)))
}

/**
 * Maps a failure of the database to `DatabaseUnavailableError` with a cause. After a failed commit, the write may have been
 * made. Other errors are returned unchanged.
 */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError || !isDatabaseUnavailable(error)) return error
  return new DatabaseUnavailableError('The database is not available. Retry later.', { cause: error })
}

/** The error of a query that the acquire queue rejected, or that waited too long in it. */
export function queueOverloadedError(): DatabaseUnavailableError {
  return new DatabaseUnavailableError('Too many queries are waiting for the database. Retry later.')
}
