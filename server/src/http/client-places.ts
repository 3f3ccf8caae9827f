/** Lets each client have so many things under way. */
export interface ClientPlaces {
  /** Takes a place and gives what frees it; `undefined` where the client has all of its own already. */
  readonly take: (client: string) => (() => void) | undefined
}

/** Counts what each client has under way; one that has nothing is forgotten. */
export function createClientPlaces(most: number): ClientPlaces {
  const taken = new Map<string, number>()
  return {
    take: (client) => {
      const before = taken.get(client) ?? 0
      if (before >= most) return undefined
      taken.set(client, before + 1)
      return () => {
        const left = (taken.get(client) ?? 1) - 1
        if (left > 0) taken.set(client, left)
        else taken.delete(client)
      }
    },
  }
}
