/** Whether a service is about to end. */
export interface Lifecycle {
  /** From now on balancers are told to look elsewhere, and connections end with their next answer. */
  readonly beginToStop: () => void
  readonly isStopping: () => boolean
}

export function createLifecycle(): Lifecycle {
  let isStopping = false
  return {
    beginToStop: () => {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}
