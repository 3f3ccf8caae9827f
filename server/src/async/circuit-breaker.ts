/** Keeps requests from a service that fails: after several failures in a row it rests, then is tried once at a time. */
export interface CircuitBreaker {
  /** No task may begin: it rests after failures, or is being tried. */
  readonly isOpen: () => boolean
  /** Runs a task, whose outcome counts, and its time unless it has to wait for others. To be called while it is not open. */
  readonly run: <T>(task: () => Promise<T>, waitsForOthers?: boolean) => Promise<T>
}

interface CircuitBreakerOptions {
  /** In a row, before it opens. */
  readonly maxFailures: number
  readonly restMs: number
  /** Whether an error counts; another one shows that the service works. */
  readonly isFailure: (error: unknown) => boolean
  /** A result that took longer counts as a failure; absent: none does. */
  readonly slowMs?: number
}

export function createCircuitBreaker({
  maxFailures,
  restMs,
  isFailure,
  slowMs = Number.POSITIVE_INFINITY,
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0
  /** Milliseconds of the monotonic clock. */
  let restsUntil = 0
  let isTried = false
  const isFailing = () => failures >= maxFailures
  const fail = () => {
    failures++
    if (isFailing()) restsUntil = performance.now() + restMs
  }
  return {
    isOpen: () => isFailing() && (isTried || performance.now() < restsUntil),
    run: async (task, waitsForOthers = false) => {
      const isTry = isFailing()
      if (isTry) isTried = true
      try {
        const startedAt = performance.now()
        const result = await task()
        if (!waitsForOthers && performance.now() - startedAt > slowMs) fail()
        else failures = 0
        return result
      } catch (error) {
        if (isFailure(error)) fail()
        else failures = 0
        throw error
      } finally {
        if (isTry) isTried = false
      }
    },
  }
}
