import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import { isConnectionError } from '../postgres/connection-errors.ts'
import { resultCodeOf } from '../sqlite/result-code.ts'

/** SQLSTATE classes and states of an unavailable server rather than a faulty query. */
const unavailableSqlStates =
  /^(08...|28...|53...|57P0.|57014|55P03|40001|40P01|25P03|25P04|25006|58030|XX000|3D000)$/

/** SQLite's primary result codes for out of memory, busy, locked, read-only, I/O error, full, cannot open. */
const unavailableSqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** Whether the same query may succeed later. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const resultCode = resultCodeOf(error)
  if (resultCode !== undefined) return unavailableSqliteCodes.has(resultCode)
  return isConnectionError(error) || ('code' in error && unavailableSqlStates.test(String(error.code)))
}

/**
 * Wraps an availability failure as `DatabaseUnavailableError`; returns other errors unchanged. After a failed commit,
 * the outcome of the write is unknown.
 */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError || !isDatabaseUnavailable(error)) return error
  return new DatabaseUnavailableError('The database is not available. Retry later.', { cause: error })
}

export function queueOverloadedError(): DatabaseUnavailableError {
  return new DatabaseUnavailableError('Too many queries are waiting for the database. Retry later.')
}
