import PQueue from 'p-queue'

/**
 * Runs a task while fewer than the limit are running; others wait in order of arrival. When the signal aborts, the call rejects
 * with its reason; a waiting task is not run, a running one no longer counts.
 */
export type Semaphore = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function createSemaphore(maxConcurrent: number): Semaphore {
  const queue = new PQueue({ concurrency: maxConcurrent })
  return (task, signal) => queue.add(task, { signal })
}

/** A semaphore for each key. The semaphore of a key without tasks is dropped. */
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
