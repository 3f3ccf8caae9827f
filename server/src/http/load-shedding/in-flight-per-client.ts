/** Lets each client have so many things under way. */
export interface InFlightPerClient {
  /** Takes a place and gives what frees it; `undefined` where the client has all of its own already. */
  readonly tryAcquire: (client: string) => (() => void) | undefined
}

/** Counts what each client has under way; one that has nothing is forgotten. */
export function createInFlightPerClient(maxInFlight: number): InFlightPerClient {
  const inFlight = new Map<string, number>()
  return {
    tryAcquire: (client) => {
      const current = inFlight.get(client) ?? 0
      if (current >= maxInFlight) return undefined
      inFlight.set(client, current + 1)
      return () => {
        const remaining = (inFlight.get(client) ?? 1) - 1
        if (remaining > 0) inFlight.set(client, remaining)
        else inFlight.delete(client)
      }
    },
  }
}
