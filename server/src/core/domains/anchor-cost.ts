/** Of a transaction whose root differs from the one before (contracts/README.md): without a delay, and with one. */
const gasOfBeat = { atOnce: 42_992n, delayed: 59_504n } as const

const yearMs = 365 * 86_400_000

interface YearOfBeats {
  /** In wei. */
  readonly gasPrice: bigint
  readonly intervalMs: number
  readonly kind: keyof typeof gasOfBeat
}

/** What the beats of one domain cost in a year. */
export function yearlyWei({ gasPrice, intervalMs, kind }: YearOfBeats) {
  const beats = Math.round(yearMs / intervalMs)
  return { gasPrice, beats, wei: gasPrice * gasOfBeat[kind] * BigInt(beats) }
}
