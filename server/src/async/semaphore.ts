/** Lets a number of tasks run at once; the others wait in the order in which they came. */
export type Semaphore = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** A task that waits. */
interface Waiter {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Opens a gate for `capacity` tasks. A task whose signal is aborted while it waits is not run: its reason is thrown. A task
 * costs the same however many wait, also where thousands of them share a signal.
 */
export function createSemaphore(capacity: number): Semaphore {
  let running = 0
  const waiting = new Set<Waiter>()
  const takeNext = fifoOf(waiting)
  const rejectOnAbort = createAbortWatcher(waiting)

  const release = () => {
    running--
    takeNext()?.resolve()
  }
  const acquire = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    if (running < capacity) return void running++
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = {
      resolve: () => {
        running++
        stopWatching()
        resolve()
      },
      reject: reject,
    }
    waiting.add(waiter)
    const stopWatching = rejectOnAbort(signal, waiter)
    await promise
  }
  return async (task, signal) => {
    await acquire(signal)
    return task().finally(release)
  }
}

/** Opens a gate for `capacity` tasks of each key. A key that has no task is forgotten. */
export function createKeyedSemaphore(capacity: number): (key: string) => Semaphore {
  const entries = new Map<string, { readonly semaphore: Semaphore; inFlight: number }>()
  return (key) => async (task, signal) => {
    const entry = entries.get(key) ?? { semaphore: createSemaphore(capacity), inFlight: 0 }
    entries.set(key, entry)
    entry.inFlight++
    try {
      return await entry.semaphore(task, signal)
    } finally {
      entry.inFlight--
      if (entry.inFlight === 0) entries.delete(key)
    }
  }
}

/**
 * Takes out what a set has had for longest. One iterator goes through all of it: a new one for each would pass, again and
 * again, where those that were taken out have been.
 */
function fifoOf<T>(items: Set<T>): () => T | undefined {
  let order = items.values()
  return () => {
    if (items.size === 0) return undefined
    let next = order.next()
    if (next.done) {
      order = items.values()
      next = order.next()
    }
    if (next.value !== undefined) items.delete(next.value)
    return next.value
  }
}

/** Has those that wait give up with their signal. A signal has one listener: with one for each, adding and removing is quadratic. */
function createAbortWatcher(waiting: Set<Waiter>) {
  const bySignal = new Map<AbortSignal, { readonly waiters: Set<Waiter>; readonly onAbort: () => void }>()

  const addListener = (signal: AbortSignal) => {
    const waiters = new Set<Waiter>()
    const onAbort = () => {
      bySignal.delete(signal)
      for (const waiter of waiters) {
        waiting.delete(waiter)
        waiter.reject(signal.reason)
      }
    }
    const group = { waiters, onAbort }
    bySignal.set(signal, group)
    signal.addEventListener('abort', onAbort, { once: true })
    return group
  }
  return (signal: AbortSignal, waiter: Waiter): (() => void) => {
    const { waiters, onAbort } = bySignal.get(signal) ?? addListener(signal)
    waiters.add(waiter)
    return () => {
      waiters.delete(waiter)
      if (waiters.size > 0) return
      signal.removeEventListener('abort', onAbort)
      bySignal.delete(signal)
    }
  }
}
