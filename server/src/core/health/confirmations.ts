/** One failure may be a restart of what was called, or of a network on the way. */
const failuresToReport = 2

export interface Confirmations<Finding> {
  /** What was found of `key` in one measurement; undefined: nothing is wrong. */
  readonly note: (key: string, finding: Finding | undefined) => void
  /** Forgets what is not among `keys`. */
  readonly keep: (keys: ReadonlySet<string>) => void
  /** Found by the last two measurements. */
  readonly confirmed: () => readonly Finding[]
  /** Found once, so that another measurement is due. */
  readonly hasUnconfirmed: () => boolean
}

/** A finding counts from the second measurement in a row on, and ends with the first without it. */
export function createConfirmations<Finding>(): Confirmations<Finding> {
  const known = new Map<string, { readonly finding: Finding; readonly failures: number }>()
  return {
    note: (key, finding) => {
      if (finding === undefined) known.delete(key)
      else known.set(key, { finding, failures: (known.get(key)?.failures ?? 0) + 1 })
    },
    keep: (keys) => {
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
    },
    confirmed: () =>
      [...known.values()].flatMap(({ finding, failures }) => (failures >= failuresToReport ? [finding] : [])),
    hasUnconfirmed: () => [...known.values()].some(({ failures }) => failures < failuresToReport),
  }
}
