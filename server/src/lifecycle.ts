/** Whether a service is about to end. */
export interface Lifecycle {
  /** From now on balancers are told to look elsewhere, and connections end with their next answer. */
  readonly beginShutdown: () => void
  readonly isShuttingDown: () => boolean
}

export function createLifecycle(): Lifecycle {
  let isShuttingDown = false
  return {
    beginShutdown: () => {
      isShuttingDown = true
    },
    isShuttingDown: () => isShuttingDown,
  }
}
