import { AppError } from '../errors.ts'

/** More lost races in a row than this mean that something is wrong. */
const maxAttempts = 20

/**
 * Optimistic concurrency: repeats a write until it is not overtaken. `write` gives `undefined`, with nothing written, when
 * another write came first; it reads the current state itself each time.
 *
 * @throws AppError `ServiceUnavailableException` after 20 lost races.
 */
export async function retryOnConflict<T>(subject: string, write: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const written = await write()
    if (written !== undefined) return written
  }
  throw new AppError('ServiceUnavailableException', `${subject} is being changed too often; try again.`)
}

retryOnConflict.errors = ['ServiceUnavailableException'] as const
