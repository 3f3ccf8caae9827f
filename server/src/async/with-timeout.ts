/** Rejects with `TimeoutError` after `timeoutMs`; the operation continues. */
export async function withTimeout<T>(operation: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new TimeoutError(`The operation took longer than ${timeoutMs} ms.`)),
    timeoutMs,
  )
  try {
    return await Promise.race([operation, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}
