import { AppError, DatabaseUnavailableError } from '../errors.ts'

/**
 * What `run` resolves to, or the AppError that it rejects with. Anything else that it throws is thrown, and so is
 * `DatabaseUnavailableError`: what our own database fails is no answer to anything.
 */
export function settleAppError<T>(operation: () => Promise<T>): Promise<T | AppError> {
  return operation().catch((error: unknown) => {
    if (error instanceof AppError && !(error instanceof DatabaseUnavailableError)) return error
    throw error
  })
}
