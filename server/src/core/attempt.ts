import { AppError, StoreUnavailable } from '../errors.ts'

/**
 * What `run` resolves to, or the AppError that it rejects with. Anything else that it throws is thrown, and so is
 * `StoreUnavailable`: what our own database fails is no answer to anything.
 */
export const attempt = <T>(run: () => Promise<T>): Promise<T | AppError> =>
  run().catch((error: unknown) => {
    if (error instanceof AppError && !(error instanceof StoreUnavailable)) return error
    throw error
  })
