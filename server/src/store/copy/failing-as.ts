import { UsageError } from '../../usage-error.ts'
import { reasonOf } from '../open.ts'

/** Says of a failure what could not be done. What a database hangs on its errors, as the row that it refused, is left out. */
export const failingAs = async <T>(title: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${title}: ${reasonOf(error)}`, { cause: error })
  }
}
