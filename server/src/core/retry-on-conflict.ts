import { AppError } from '../errors.ts'

const maxAttempts = 20

/**
 * Repeats `write` while it returns `undefined`: nothing written, a lost race. It must read the current state.
 *
 * @throws AppError `ServiceUnavailableException` after 20 lost races.
 */
export async function retryOnConflict<T>(subject: string, write: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const written = await write()
    if (written !== undefined) return written
  }
  throw new AppError(
    'ServiceUnavailableException',
    `${subject} has too many concurrent changes. Retry later.`,
  )
}
