import PQueue from 'p-queue'

/**
 * Runs a task when fewer than the semaphore's number are running; the others wait in the order in which they came. When the
 * signal aborts, the call rejects with its reason: a task that waits is not run, one that runs no longer counts.
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
