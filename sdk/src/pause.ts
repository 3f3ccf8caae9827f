/** Rejects with the reason of the signal when it is aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Doubles from half a second to 30 seconds, a random half of it later, so that clients do not return together. */
export function backoffMs(attempt: number): number {
  return Math.min(500 * 2 ** attempt, 30_000) * (1 + Math.random() / 2)
}
