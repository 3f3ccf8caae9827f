interface InFlightLimits {
  readonly total: number
  readonly perClient: number
  /** Absent: as many as in all. */
  readonly perWorkspace?: number
}

/** Whose requests count together. */
export interface LoadSubject {
  /** A workspace by its keys, a member or administrator, or a network address without a credential. */
  readonly client: string
  /** Those whose keys or members send the request. */
  readonly workspaces: readonly string[]
}

type InFlightBound = keyof InFlightLimits

/** Limits requests in flight, in all, per client and per workspace. Nothing waits. */
export interface InFlightLimiter {
  /** Returns the function that releases it, or the bound that is reached. */
  readonly tryAcquire: (subject: LoadSubject) => (() => void) | InFlightBound
}

export function createInFlightLimiter({
  total,
  perClient,
  perWorkspace = total,
}: InFlightLimits): InFlightLimiter {
  const counts = new Map<string, number>()
  let inFlight = 0
  const countOf = (key: string) => counts.get(key) ?? 0
  const add = (key: string, change: 1 | -1) => {
    const count = countOf(key) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    tryAcquire: ({ client, workspaces }) => {
      const clientKey = `client ${client}`
      const workspaceKeys = workspaces.map((id) => `workspace ${id}`)
      if (countOf(clientKey) >= perClient) return 'perClient'
      if (workspaceKeys.some((key) => countOf(key) >= perWorkspace)) return 'perWorkspace'
      if (inFlight >= total) return 'total'
      inFlight++
      for (const key of [clientKey, ...workspaceKeys]) add(key, 1)
      return () => {
        inFlight--
        for (const key of [clientKey, ...workspaceKeys]) add(key, -1)
      }
    },
  }
}
