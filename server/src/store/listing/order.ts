import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { keyBounds, maxKey } from '../driver/index-range.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { hasClaimState, type SubnameFilter } from './filter.ts'

/**
 * A name by its key; in the order by count also the count that put its domain there, and the id of the domain: its names stay
 * together while their number changes.
 */
export type SubnamePosition =
  | readonly [key: number]
  | readonly [key: number, domainCount: number, domainId: string]

export interface PageQuery extends Omit<LimitOffset, 'afterKey'> {
  /**
   * `createdAt`: creation order, which never changes. `subnameCount`: by the count of their domain, then in creation
   * order.
   */
  readonly orderBy: 'createdAt' | 'subnameCount'
  /** `desc`: newest or largest first. */
  readonly direction: LimitOffset['direction']
  /** Only names behind this one; `offset` is 0 then. */
  readonly after?: SubnamePosition | undefined
}

/** Above this, scanning the chain costs less than merging the domains. */
const maxMergeRows = 10_000

/** Returns a page; the first one, and one behind a position, cost the same however many names there are. */
export async function keysInDomains(
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  query: PageQuery,
): Promise<readonly SubnamePosition[]> {
  const [first] = domains
  if (!first) return []
  const page: LimitOffset = { ...query, afterKey: query.after?.[0] }
  if (domains.length > 1 && query.orderBy === 'subnameCount')
    return keysByDomainCount(db, domains, filter, query)
  if (domains.length === 1) return toPositions(await keysInDomain(db, first, filter, page))
  return toPositions(
    preferMerge(domains, filter, page)
      ? await mergedKeys(db, filter, domains, page)
      : await keysInChain(db, filter, domains, page),
  )
}

function toPositions(keys: readonly number[]): readonly SubnamePosition[] {
  return keys.map((key) => [key])
}

/** Prefers merging while it reads few rows; scanning the chain may read many. */
function preferMerge(domains: readonly Domain[], state: StateFilter, page: LimitOffset): boolean {
  const rowsPerDomain = rowsToScan(page, sumSubnameCounts(domains, state))
  const rows = domains.reduce(
    (sum, domain) => sum + Math.min(rowsPerDomain, subnameCountOf(domain, state)),
    0,
  )
  return rows <= maxMergeRows
}

async function keysInDomain(
  db: Queryable,
  domain: Domain,
  state: StateFilter,
  page: LimitOffset,
): Promise<readonly number[]> {
  const { inRequestedOrder, ...range } = readFromNearestEnd(db, [domain], state, page)
  const { rows } = await keysInOrder(db, sql`${domain.key}`, state, range).execute(db)
  return inRequestedOrder(rows)
}

/** Reads only the domains that the page falls into, by their counts. */
async function keysByDomainCount(
  db: Queryable,
  domains: readonly Domain[],
  state: StateFilter,
  { direction, offset, limit, after }: PageQuery,
): Promise<readonly SubnamePosition[]> {
  const keys: SubnamePosition[] = []
  let skip = offset
  for (const { domain, domainCount, afterKey } of domainsByCount(domains, direction, after)) {
    if (keys.length === limit) break
    const count = subnameCountOf(domain, state)
    if (skip < count) {
      const page = { direction, offset: skip, limit: limit - keys.length, afterKey }
      const found = await keysInDomain(db, domain, state, page)
      keys.push(...found.map((key) => [key, domainCount, domain.id] as const))
    }
    skip = Math.max(0, skip - count)
  }
  return keys
}

interface DomainInOrder {
  readonly domain: Domain
  /** Its count when the list came to it. */
  readonly domainCount: number
  readonly afterKey?: number
}

/** Behind a position: the rest of its domain, whatever its count is now, then the domains behind it. */
function domainsByCount(
  domains: readonly Domain[],
  direction: PageQuery['direction'],
  [afterKey, afterCount, afterId]: SubnamePosition | readonly [] = [],
): readonly DomainInOrder[] {
  const sign = direction === 'asc' ? 1 : -1
  const compare = (a: Pick<Domain, 'subnameCount' | 'id'>, b: Pick<Domain, 'subnameCount' | 'id'>) =>
    sign * (a.subnameCount - b.subnameCount || (a.id < b.id ? -1 : 1))
  const ordered = domains
    .map((domain) => ({ domain, domainCount: domain.subnameCount }))
    .toSorted((a, b) => compare(a.domain, b.domain))
  if (afterKey === undefined || afterCount === undefined || afterId === undefined) return ordered
  const last = { subnameCount: afterCount, id: afterId }
  return [
    ...domains
      .filter(({ id }) => id === afterId)
      .map((domain) => ({ domain, domainCount: afterCount, afterKey })),
    ...ordered.filter(({ domain }) => domain.id !== afterId && compare(domain, last) > 0),
  ]
}

/** Reads each domain only up to the last possible row of the page. */
async function mergedKeys(
  db: Queryable,
  state: StateFilter,
  domains: readonly Domain[],
  page: LimitOffset,
): Promise<readonly number[]> {
  const { direction, offset, limit, after, lastRowOffset, inRequestedOrder } = readFromNearestEnd(
    db,
    domains,
    state,
    page,
  )
  const order = sql.raw(direction)
  const [upTo, everything] = direction === 'asc' ? ['<=', maxKey] : ['>=', 0]
  const keys = dialectOf(db).unnestKeys(domains.map(({ key }) => key))
  const lastInDomain = keysInOrder(db, sql`below.value`, state, {
    direction,
    limit: 1,
    offset: lastRowOffset,
    after,
  })
  const { rows } = await sql<{ key: number }>`
    select key from ${keys} as below cross join subnames
    where domain_key = below.value and ${anyClaimState(state)} and ${isBehind(direction, after)} and key ${sql.raw(upTo)} coalesce(
      (${lastInDomain}), ${sql.lit(everything)}
    )
    order by key ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}

interface KeyRange {
  readonly direction: LimitOffset['direction']
  /** Expressions: see `readFromNearestEnd`. */
  readonly limit: number | RawBuilder<number>
  readonly offset: number | RawBuilder<number>
  /** Exclusive, in the direction; absent: from the first key. */
  readonly after?: RawBuilder<unknown> | undefined
  /** Inclusive, in the direction; absent: to the last key. */
  readonly end?: RawBuilder<unknown> | undefined
}

/** The keys of a domain's names; both databases read them from the index alone, and no more than needed. */
export function keysInOrder(
  db: Queryable,
  domainKey: RawBuilder<unknown>,
  { isClaimed }: StateFilter,
  { direction, limit, offset, after, end }: KeyRange,
): RawBuilder<{ key: number }> {
  const { scanIndex, mergeOrdered } = dialectOf(db)
  const ofState = (state: number) => {
    const { condition, order } = scanIndex({
      first: [
        [sql`domain_key`, domainKey],
        [sql`is_claimed`, sql.lit(state)],
      ],
      next: sql`key`,
      ...{ direction, after, end, bounds: keyBounds },
    })
    return { select: sql`select key from subnames where ${condition}`, order }
  }
  if (isClaimed !== undefined) {
    const { select, order } = ofState(isClaimed ? 1 : 0)
    return sql`${select} order by ${order} limit ${rowsOf(db, limit)} offset ${rowsOf(db, offset)}`
  }
  const isKnown = typeof limit === 'number' && typeof offset === 'number'
  const last = isKnown ? rowsOf(db, limit + offset) : sql<number>`cast(${limit} as bigint) + ${offset}`
  const keys = mergeOrdered([ofState(0), ofState(1)], last)
  return sql`${keys} order by key ${sql.raw(direction)} limit ${limit} offset ${offset}`
}

function rowsOf(db: Queryable, rows: number | RawBuilder<number>): RawBuilder<number> {
  return typeof rows === 'number' ? dialectOf(db).scanRows(rows) : rows
}

/** Names both states so that each is an index search. */
function anyClaimState(state: StateFilter) {
  return state.isClaimed === undefined ? sql`subnames.is_claimed in (0, 1)` : hasClaimState(state)
}

async function keysInChain(
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  page: LimitOffset,
): Promise<readonly number[]> {
  const { direction, offset, limit, after, inRequestedOrder } = readFromNearestEnd(db, domains, filter, page)
  const { withoutIndex } = dialectOf(db)
  const inDomains = anyKeyOf(
    db,
    withoutIndex(sql`domain_key`),
    domains.map(({ key }) => key),
  )
  const order = sql.raw(direction)
  const { rows } = await sql<{ key: number }>`
    select key from subnames where ${inDomains} and ${isBehind(direction, after)} and ${hasClaimState(filter)}
    order by key ${order} limit ${rowsOf(db, limit)} offset ${rowsOf(db, offset)}
  `.execute(db)
  return inRequestedOrder(rows)
}

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
  readonly offset: KeyRange['offset']
  readonly limit: KeyRange['limit']
  /** A key, exclusive, in the direction; absent: from the first. */
  readonly after: RawBuilder<unknown> | undefined
  /** Names before the last one of the page; 0 for an empty page. */
  readonly lastRowOffset: KeyRange['offset']
  /** Restores the requested order of keys. */
  readonly inRequestedOrder: (rows: readonly { readonly key: number }[]) => readonly number[]
}

/**
 * Scans from a key, or else from the nearer end, by the caller's counts. From the other end the statement reads the current counts,
 * because a name added meanwhile would shift every page.
 */
function readFromNearestEnd(
  db: Queryable,
  domains: readonly Domain[],
  state: StateFilter,
  { direction, offset, limit, afterKey }: LimitOffset,
): PageScan {
  if (afterKey !== undefined || !isNearerToOtherEnd({ offset, limit }, sumSubnameCounts(domains, state)))
    return {
      after: afterKey === undefined ? undefined : sql`${afterKey}`,
      direction,
      offset,
      limit,
      lastRowOffset: offset + limit - 1,
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
    after: undefined,
    direction: direction === 'asc' ? 'desc' : 'asc',
    offset: sql`(select case when rest < ${limit} then 0 else rest - ${limit} end from ${rest})`,
    limit: sql`(select case when rest < 0 then 0 when rest < ${limit} then rest else ${limit} end from ${rest})`,
    lastRowOffset: sql`(select case when rest < 1 then 0 else rest - 1 end from ${rest})`,
    inRequestedOrder: (rows) => rows.map(({ key }) => key).toReversed(),
  }
}

function isBehind(
  direction: LimitOffset['direction'],
  after: RawBuilder<unknown> | undefined,
): RawBuilder<SqlBool> {
  return after === undefined ? sql`true` : sql`key ${sql.raw(direction === 'asc' ? '>' : '<')} ${after}`
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
function rowsToScan(page: Slice, count: number): number {
  return isNearerToOtherEnd(page, count) ? Math.max(0, count - page.offset) : page.offset + page.limit
}

function isNearerToOtherEnd({ offset, limit }: Slice, count: number): boolean {
  return Math.max(0, count - offset - limit) < offset
}

function countColumn({ isClaimed }: StateFilter): RawBuilder<number> {
  if (isClaimed === undefined) return sql`subname_count`
  return isClaimed ? sql`claimed_count` : sql`subname_count - claimed_count`
}
