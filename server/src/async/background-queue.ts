import PQueue from 'p-queue'

/** Outlives requests; drained at shutdown. */
export interface BackgroundQueue {
  add<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when idle. */
  drain(): Promise<void>
}

export function createBackgroundQueue(): BackgroundQueue {
  const queue = new PQueue()
  return {
    add: (task) => queue.add(task),
    drain: () => queue.onIdle(),
  }
}
