/** Of a response to the self-probe, by a gateway whose replica is behind: the instance that owns the name learns of it there. */
export const lagHeader = 'byname-lag'

const unknown = 'unknown'

/** Whole seconds; infinite: not known. */
export function formatLag(lagMs: number): string {
  return Number.isFinite(lagMs) ? `${Math.round(lagMs / 1000)}` : unknown
}

/** Milliseconds; `undefined` for anything else. */
export function parseLag(text: string | undefined): number | undefined {
  if (text === unknown) return Number.POSITIVE_INFINITY
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : undefined
}
