/** Lets a number of tasks run at once; the others wait in the order in which they came. */
export type Gate = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Opens a gate for `capacity` tasks. A task whose signal is aborted while it waits is not run: its reason is thrown. */
export function createGate(capacity: number): Gate {
  let running = 0
  const waiting = new Set<() => void>()

  const leave = () => {
    running--
    const [next] = waiting
    next?.()
  }
  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    if (running < capacity) return void running++
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const admit = () => {
      waiting.delete(admit)
      signal.removeEventListener('abort', giveUp)
      running++
      resolve()
    }
    const giveUp = () => {
      waiting.delete(admit)
      reject(signal.reason)
    }
    waiting.add(admit)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise
  }
  return async (task, signal) => {
    await enter(signal)
    return task().finally(leave)
  }
}
