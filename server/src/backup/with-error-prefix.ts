import { OperatorError } from '../operator-error.ts'
import { describeError } from '../store/store.ts'

/** Says of a failure what could not be done. What a database hangs on its errors, as the row that it refused, is left out. */
export async function withErrorPrefix<T>(prefix: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`${prefix}: ${describeError(error)}`, { cause: error })
  }
}
