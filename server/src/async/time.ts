import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises'

/** Aborts with a signal, or after a time, with a `TimeoutError`. */
interface Deadline {
  readonly signal: AbortSignal
  /** Ends the timer. Required: a signal of `AbortSignal.timeout` stays in memory until its time is over. */
  clear(): void
}

export function startDeadline(timeoutMs: number, outer: AbortSignal): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(outer.reason)
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The time of ${timeoutMs} ms is over.`, 'TimeoutError'))
  }, timeoutMs)
  outer.addEventListener('abort', abort, { once: true })
  if (outer.aborted) abort()
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    },
  }
}

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

/** Undefined after `deadline` (`performance.now()`). Errors of `check` end the loop. */
export async function pollUntil<T>(
  deadline: number,
  intervalMs: number,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (; performance.now() < deadline; await delay(intervalMs)) {
    const value = await check()
    if (value !== undefined) return value
  }
  return undefined
}

/** Yields between parts of long work once they have taken `maxBlockingMs` together; undefined: not now. */
export type YieldToEventLoop = () => Promise<void> | undefined

export function createYieldToEventLoop(maxBlockingMs = 10): YieldToEventLoop {
  let lastYieldAt = performance.now()
  const yieldNow = async () => {
    await nextRound()
    lastYieldAt = performance.now()
  }
  return () => (performance.now() - lastYieldAt < maxBlockingMs ? undefined : yieldNow())
}

/**
 * Runs a task immediately, then `intervalMs` after each run. Resolves after the abort and the last run. The task must
 * not reject.
 */
export async function repeat(
  intervalMs: number,
  task: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await task()
    await delay(intervalMs, undefined, { signal }).catch(() => {})
  }
}
