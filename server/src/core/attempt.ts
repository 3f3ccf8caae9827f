import { AppError } from '../errors.ts'

/** What `run` resolves to, or the AppError that it rejects with. Anything else that it throws is thrown. */
export const attempt = <T>(run: () => Promise<T>): Promise<T | AppError> =>
  run().catch((error: unknown) => {
    if (error instanceof AppError) return error
    throw error
  })
