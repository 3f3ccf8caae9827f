import { setTimeout as delay } from 'node:timers/promises'

/** Waits for an operation for at most `timeoutMs` milliseconds, then rejects with a `TimeoutError`. The operation continues. */
export async function withTimeout<T>(operation: Promise<T>, timeoutMs: number): Promise<T> {
  const timer = new AbortController()
  const timedOut = delay(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new TimeoutError(`The operation took longer than ${timeoutMs} ms.`)
  })
  try {
    return await Promise.race([operation, timedOut])
  } finally {
    timer.abort()
  }
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}
