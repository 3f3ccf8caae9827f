/** A stretch of time in which all answers expire alike, so that each is signed once. In Unix seconds. */
export interface Period {
  readonly start: number
  readonly expires: number
}

/**
 * The period of a moment (milliseconds since 1970). Periods take half of an answer's lifetime (seconds), so an answer
 * is valid for at most that lifetime and for at least half of it. Processes agree about them without a word.
 */
export function periodAt(time: number, lifetime: number): Period {
  const length = Math.max(1, Math.floor(lifetime / 2))
  const start = Math.floor(time / 1000 / length) * length
  return { start, expires: start + lifetime }
}
