/** Work that is brought to an end whoever still waits for it. */
export interface Tasks {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when nothing is under way. */
  drained(): Promise<void>
}

export function createTasks(): Tasks {
  const underWay = new Set<Promise<unknown>>()
  return {
    run: (task) => {
      const running = task()
      const ended = running.then(
        () => {},
        () => {},
      )
      underWay.add(ended)
      ended.then(() => underWay.delete(ended))
      return running
    },
    drained: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
