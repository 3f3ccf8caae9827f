import { AppError } from '../../errors.ts'

/** Says of a failure of the token's chain what it means to a client that has not paid yet. */
export function asServiceUnavailable<T>(promise: Promise<T>): Promise<T> {
  return promise.catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError(
      'ServiceUnavailableException',
      'Payments cannot be taken at the moment. Nothing was charged; the same proof can be sent again.',
      { cause },
    )
  })
}
