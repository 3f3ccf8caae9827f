/** Keeps requests from a service that fails: after several failures in a row it rests, then is tried once at a time. */
export interface CircuitBreaker {
  /** No task may begin: it rests after failures, or is being tried. */
  readonly isOpen: () => boolean
  /** Runs a task, whose outcome counts. To be called while it is not open. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>
}

interface CircuitBreakerOptions {
  /** In a row, before it opens. */
  readonly maxFailures: number
  readonly restMs: number
  /** Whether an error counts; another one shows that the service works. */
  readonly isFailure: (error: unknown) => boolean
  /** With the error that was one too many. */
  readonly onOpen?: (error: unknown) => void
  /** After a success. */
  readonly onClose?: () => void
}

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { maxFailures, restMs, isFailure, onOpen, onClose } = options
  let failures = 0
  /** Milliseconds of the monotonic clock. */
  let restsUntil = 0
  let isTried = false
  const isFailing = () => failures >= maxFailures
  const settle = () => {
    const wasFailing = isFailing()
    failures = 0
    if (wasFailing) onClose?.()
  }
  const fail = (error: unknown) => {
    failures++
    if (isFailing()) restsUntil = performance.now() + restMs
    if (failures === maxFailures) onOpen?.(error)
  }
  return {
    isOpen: () => isFailing() && (isTried || performance.now() < restsUntil),
    run: async (task) => {
      const isTry = isFailing()
      if (isTry) isTried = true
      try {
        const result = await task()
        settle()
        return result
      } catch (error) {
        if (isFailure(error)) fail(error)
        else settle()
        throw error
      } finally {
        if (isTry) isTried = false
      }
    },
  }
}
