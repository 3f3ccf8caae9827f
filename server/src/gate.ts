/** Lets a number of tasks run at once; the others wait in the order in which they came. */
export type Gate = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** A task that waits. */
interface Waiter {
  readonly admit: () => void
  readonly giveUp: (reason: unknown) => void
}

/**
 * Opens a gate for `capacity` tasks. A task whose signal is aborted while it waits is not run: its reason is thrown. A task
 * costs the same however many wait, also where thousands of them share a signal.
 */
export function createGate(capacity: number): Gate {
  let running = 0
  const waiting = new Set<Waiter>()
  const nextOf = firstComeFirst(waiting)
  const watch = watchSignals(waiting)

  const leave = () => {
    running--
    nextOf()?.admit()
  }
  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    if (running < capacity) return void running++
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = {
      admit: () => {
        running++
        unwatch()
        resolve()
      },
      giveUp: reject,
    }
    waiting.add(waiter)
    const unwatch = watch(signal, waiter)
    await promise
  }
  return async (task, signal) => {
    await enter(signal)
    return task().finally(leave)
  }
}

/** Opens a gate for `capacity` tasks of each key. A key that has no task is forgotten. */
export function createGates(capacity: number): (key: string) => Gate {
  const gates = new Map<string, { readonly gate: Gate; tasks: number }>()
  return (key) => async (task, signal) => {
    const entry = gates.get(key) ?? { gate: createGate(capacity), tasks: 0 }
    gates.set(key, entry)
    entry.tasks++
    try {
      return await entry.gate(task, signal)
    } finally {
      entry.tasks--
      if (entry.tasks === 0) gates.delete(key)
    }
  }
}

/**
 * Takes out what a set has had for longest. One iterator goes through all of it: a new one for each would pass, again and
 * again, where those that were taken out have been.
 */
function firstComeFirst<T>(items: Set<T>): () => T | undefined {
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
function watchSignals(waiting: Set<Waiter>) {
  const bySignal = new Map<AbortSignal, { readonly waiters: Set<Waiter>; readonly onAbort: () => void }>()

  const listen = (signal: AbortSignal) => {
    const waiters = new Set<Waiter>()
    const onAbort = () => {
      bySignal.delete(signal)
      for (const waiter of waiters) {
        waiting.delete(waiter)
        waiter.giveUp(signal.reason)
      }
    }
    const group = { waiters, onAbort }
    bySignal.set(signal, group)
    signal.addEventListener('abort', onAbort, { once: true })
    return group
  }
  return (signal: AbortSignal, waiter: Waiter): (() => void) => {
    const { waiters, onAbort } = bySignal.get(signal) ?? listen(signal)
    waiters.add(waiter)
    return () => {
      waiters.delete(waiter)
      if (waiters.size > 0) return
      signal.removeEventListener('abort', onAbort)
      bySignal.delete(signal)
    }
  }
}
