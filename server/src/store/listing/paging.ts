import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { anyKeyOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import type { SubnameFilter } from './filter.ts'

export interface LimitOffset {
  /** `asc`: oldest first. */
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
  /** Only keys behind this one; `offset` is 0 then. */
  readonly afterKey?: number | undefined
}

type Slice = Pick<LimitOffset, 'offset' | 'limit'>

export type StateFilter = Pick<SubnameFilter, 'isClaimed'>

export function sumSubnameCounts(domains: readonly Domain[], state: StateFilter): number {
  return domains.reduce((sum, domain) => sum + subnameCountOf(domain, state), 0)
}

export function subnameCountOf({ subnameCount, claimedCount }: Domain, { isClaimed }: StateFilter): number {
  if (isClaimed === undefined) return subnameCount
  return isClaimed ? claimedCount : subnameCount - claimedCount
}

interface PageScan {
  readonly direction: LimitOffset['direction']
  readonly offset: RawBuilder<number>
  readonly limit: RawBuilder<number>
  /** Condition on `key`. */
  readonly within: RawBuilder<SqlBool>
  /** Names before the last one of the page; 0 for an empty page. */
  readonly lastRowOffset: RawBuilder<number>
  /** Restores the requested order of keys. */
  readonly inRequestedOrder: (rows: readonly { readonly key: number }[]) => readonly number[]
}

/**
 * Scans from a key, or else from the nearer end, by the caller's counts. From the other end the statement reads the current counts,
 * because a name added meanwhile would shift every page.
 */
export function readFromNearestEnd(
  db: Queryable,
  domains: readonly Domain[],
  state: StateFilter,
  { direction, offset, limit, afterKey }: LimitOffset,
): PageScan {
  if (afterKey !== undefined || !isNearerToOtherEnd({ offset, limit }, sumSubnameCounts(domains, state)))
    return {
      within: isBehindKey(sql`key`, direction, afterKey),
      direction,
      offset: sql`${offset}`,
      limit: sql`${limit}`,
      lastRowOffset: sql`${offset + limit - 1}`,
      inRequestedOrder: (rows) => rows.map(({ key }) => key),
    }
  const isOfDomains = anyKeyOf(
    db,
    sql`key`,
    domains.map(({ key }) => key),
  )
  const rest = sql`(
    select cast(coalesce(sum(${countColumn(state)}), 0) as bigint) - ${offset} as rest from domains where ${isOfDomains}
  ) as behind`
  return {
    within: sql`true`,
    direction: direction === 'asc' ? 'desc' : 'asc',
    offset: sql`(select case when rest < ${limit} then 0 else rest - ${limit} end from ${rest})`,
    limit: sql`(select case when rest < 0 then 0 when rest < ${limit} then rest else ${limit} end from ${rest})`,
    lastRowOffset: sql`(select case when rest < 1 then 0 else rest - 1 end from ${rest})`,
    inRequestedOrder: (rows) => rows.map(({ key }) => key).toReversed(),
  }
}

/** Every key is behind an absent one. */
export function isBehindKey(
  column: RawBuilder<unknown>,
  direction: LimitOffset['direction'],
  afterKey: number | undefined,
): RawBuilder<SqlBool> {
  if (afterKey === undefined) return sql`true`
  return direction === 'asc' ? sql`${column} > ${afterKey}` : sql`${column} < ${afterKey}`
}

/** Rows read for a page from the nearer end of `count` rows. */
export function rowsToScan(page: Slice, count: number): number {
  return isNearerToOtherEnd(page, count) ? Math.max(0, count - page.offset) : page.offset + page.limit
}

function isNearerToOtherEnd({ offset, limit }: Slice, count: number): boolean {
  return Math.max(0, count - offset - limit) < offset
}

function countColumn({ isClaimed }: StateFilter): RawBuilder<number> {
  if (isClaimed === undefined) return sql`subname_count`
  return isClaimed ? sql`claimed_count` : sql`subname_count - claimed_count`
}
