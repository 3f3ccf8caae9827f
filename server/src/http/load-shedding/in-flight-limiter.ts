interface InFlightLimits {
  readonly total: number
  readonly perClient: number
}

/** Limits requests in flight, in all and per client. Nothing waits. */
export interface InFlightLimiter {
  /** Returns the function that releases it; `undefined` at a limit. */
  readonly tryAcquire: (client: string) => (() => void) | undefined
}

export function createInFlightLimiter({ total, perClient }: InFlightLimits): InFlightLimiter {
  const byClient = new Map<string, number>()
  let inFlight = 0
  return {
    tryAcquire: (client) => {
      const current = byClient.get(client) ?? 0
      if (inFlight >= total || current >= perClient) return undefined
      inFlight++
      byClient.set(client, current + 1)
      return () => {
        inFlight--
        const remaining = (byClient.get(client) ?? 1) - 1
        if (remaining > 0) byClient.set(client, remaining)
        else byClient.delete(client)
      }
    },
  }
}
