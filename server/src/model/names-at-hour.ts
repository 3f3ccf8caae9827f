/** How many names a domain has from the end of an hour on, until the next count. */
export interface NamesAtHour {
  /** Counted from 1970. */
  readonly hour: number
  readonly names: number
  readonly claimedNames: number
}
