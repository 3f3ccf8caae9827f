import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { queryClient } from './query-client.ts'

/**
 * A write with If-Match. Where it is refused because of a later change, what is stored is read again.
 *
 * @throws Error What to do then, in words for people.
 */
export async function orReload<Result>(
  write: Promise<Result>,
  subject: string,
  queryKey: QueryKey,
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error
    await queryClient.invalidateQueries({ queryKey })
    throw new Error(
      `The ${subject} were changed elsewhere since you opened them. The form has the new values now, except where you ` +
        'have changed something: look it through and save again, or discard your changes.',
    )
  }
}
