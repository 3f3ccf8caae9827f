import { OperatorError } from '../operator-error.ts'
import { describeError } from '../store/store.ts'

/** Leaves out details such as the rejected row. */
export async function withErrorPrefix<T>(prefix: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`${prefix}: ${describeError(error)}`, { cause: error })
  }
}
