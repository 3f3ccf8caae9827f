import { ApiError } from './api-error.ts'

const maxAttempts = 20
const maxWaitSeconds = 120

interface RetryOptions {
  readonly signal: AbortSignal
  /** Before each pause. */
  readonly onWait?: (seconds: number) => void
}

/** Sends again what the service refused for now (429, 503), when it says (`Retry-After`). Only for safe requests. */
export async function retryAfter<Data>(
  send: () => Promise<Data>,
  { signal, onWait }: RetryOptions,
): Promise<Data> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send()
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
      const isWorthWaiting = seconds !== undefined && seconds <= maxWaitSeconds && attempt < maxAttempts
      if (!isWorthWaiting || signal.aborted) throw error
      onWait?.(seconds)
      await pause(Math.max(seconds, 1) * 1000, signal)
      if (signal.aborted) throw error
    }
}

/** Ends early when aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })
}
