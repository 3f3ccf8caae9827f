/** Aborts with a signal, or after a time, with a `TimeoutError`. */
export interface Deadline {
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
