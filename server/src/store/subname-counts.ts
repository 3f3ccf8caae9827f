import type { Domain } from './domains.ts'
import type { SubnameFilter } from './subname-filter.ts'

/** Which part of a list. */
export interface Part {
  /** Oldest first is `asc`. */
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

export type State = Pick<SubnameFilter, 'isClaimed'>

/** How many subnames these domains have, by their own counts. */
export const countBelow = (domains: readonly Domain[], state: State): number =>
  domains.reduce((sum, domain) => sum + countOf(domain, state), 0)

export const countOf = ({ subnameCount, claimedCount }: Domain, { isClaimed }: State): number => {
  if (isClaimed === undefined) return subnameCount
  return isClaimed ? claimedCount : subnameCount - claimedCount
}
