import { DatabaseUnavailableError, errorCode } from '../errors.ts'

/** serialization_failure, deadlock_detected, and foreign_key_violation: the domain was purged. */
const conflictSqlStates: readonly (string | undefined)[] = ['40001', '40P01', '23503']

/** Whether a transaction was rolled back because of a concurrent one, and may succeed when it runs again. */
export function isTransactionConflict(error: unknown): boolean {
  return conflictSqlStates.includes(
    errorCode(error instanceof DatabaseUnavailableError ? error.cause : error),
  )
}
