import PQueue from 'p-queue'

/** Work that outlives its request; shutdown waits for it. */
export interface BackgroundQueue {
  /** Starts a task and returns its result. */
  add<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when no task is running. */
  drain(): Promise<void>
}

export function createBackgroundQueue(): BackgroundQueue {
  const queue = new PQueue()
  return {
    add: (task) => queue.add(task),
    drain: () => queue.onIdle(),
  }
}
