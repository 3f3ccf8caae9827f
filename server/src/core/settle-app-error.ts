import { AppError, DatabaseUnavailableError } from '../errors.ts'

/**
 * The value that `run` resolves to, or the AppError that it rejects with. Any other error is thrown, and so is
 * `DatabaseUnavailableError`, which must never become part of a result.
 */
export function settleAppError<T>(operation: () => Promise<T>): Promise<T | AppError> {
  return operation().catch((error: unknown) => {
    if (error instanceof AppError && !(error instanceof DatabaseUnavailableError)) return error
    throw error
  })
}
