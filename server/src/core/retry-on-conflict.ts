import { AppError } from '../errors.ts'

/** More consecutive lost races than this indicate a fault. */
const maxAttempts = 20

/**
 * Optimistic concurrency: repeats a write until no other one is faster. `write` returns `undefined`, with nothing written, when
 * another write came first; it reads the current state itself each time.
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

retryOnConflict.errors = ['ServiceUnavailableException'] as const
