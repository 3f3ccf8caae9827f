import PQueue from 'p-queue'

/**
 * Queues tasks above the limit. On abort, rejects with the signal's reason; a queued task is dropped, a running one no
 * longer counts.
 */
export type Semaphore = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function createSemaphore(maxConcurrent: number): Semaphore {
  const queue = new PQueue({ concurrency: maxConcurrent })
  return (task, signal) => queue.add(task, { signal })
}

/** Dropped when idle. */
export function createKeyedSemaphore(maxConcurrent: number): (key: string) => Semaphore {
  const queues = new Map<string, PQueue>()
  const createQueue = (key: string) => {
    const queue = new PQueue({ concurrency: maxConcurrent })
    queue.addEventListener('idle', () => queues.delete(key))
    queues.set(key, queue)
    return queue
  }
  return (key) => (task, signal) => (queues.get(key) ?? createQueue(key)).add(task, { signal })
}

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
