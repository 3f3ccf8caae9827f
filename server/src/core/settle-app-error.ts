import { AppError, DatabaseUnavailableError } from '../errors.ts'

/** Throws non-AppErrors and `DatabaseUnavailableError`, which must never become part of a result. */
export function settleAppError<T>(operation: () => Promise<T>): Promise<T | AppError> {
  return operation().catch(returnAppError)
}

/** As `settleAppError`. */
export function settleSync<T>(operation: () => T): T | AppError {
  try {
    return operation()
  } catch (error) {
    return returnAppError(error)
  }
}

function returnAppError(error: unknown): AppError {
  if (error instanceof AppError && !(error instanceof DatabaseUnavailableError)) return error
  throw error
}
