/** Work that is brought to an end whoever still waits for it. */
export interface BackgroundQueue {
  add<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when nothing is under way. */
  drain(): Promise<void>
}

export function createBackgroundQueue(): BackgroundQueue {
  const inFlight = new Set<Promise<unknown>>()
  return {
    add: (task) => {
      const running = task()
      const settled = running.then(
        () => {},
        () => {},
      )
      inFlight.add(settled)
      settled.then(() => inFlight.delete(settled))
      return running
    },
    drain: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}
