import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { hasClaimState, type SubnameFilter } from './filter.ts'
import { keysInOrder } from './keys-in-order.ts'
import {
  type LimitOffset,
  readFromNearestEnd,
  rowsToScan,
  type StateFilter,
  subnameCountOf,
  sumSubnameCounts,
} from './paging.ts'

export interface PageQuery extends LimitOffset {
  /**
   * `createdAt`: creation order, which never changes. `subnameCount`: by the count of their domain, then in creation
   * order.
   */
  readonly orderBy: 'createdAt' | 'subnameCount'
  /** `desc`: newest or largest first. */
  readonly direction: LimitOffset['direction']
}

/** Largest key that either database generates. */
const maxKey = 2 ** 31 - 1

/** Above this, scanning the chain costs less than merging the domains. */
const maxMergeRows = 10_000

/** Returns a page of keys; the first page costs the same however many names there are. */
export async function keysInDomains(
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  query: PageQuery,
): Promise<readonly number[]> {
  const [first] = domains
  if (!first) return []
  if (domains.length === 1) return keysInDomain(db, first, filter, query)
  if (query.orderBy === 'subnameCount') return keysByDomainCount(db, domains, filter, query)
  return preferMerge(domains, filter, query)
    ? mergedKeys(db, filter, domains, query)
    : keysInChain(db, filter, domains, query)
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
  { direction, offset, limit }: LimitOffset,
): Promise<readonly number[]> {
  const ordered = domains.toSorted((a, b) => a.subnameCount - b.subnameCount || (a.id < b.id ? -1 : 1))
  if (direction === 'desc') ordered.reverse()
  const keys: number[] = []
  let skip = offset
  for (const domain of ordered) {
    if (keys.length === limit) break
    const count = subnameCountOf(domain, state)
    if (skip < count) {
      const page = { direction, offset: skip, limit: limit - keys.length }
      keys.push(...(await keysInDomain(db, domain, state, page)))
    }
    skip = Math.max(0, skip - count)
  }
  return keys
}

/** Reads each domain only up to the last possible row of the page. */
async function mergedKeys(
  db: Queryable,
  state: StateFilter,
  domains: readonly Domain[],
  page: LimitOffset,
): Promise<readonly number[]> {
  const { direction, offset, limit, lastRowOffset, inRequestedOrder } = readFromNearestEnd(
    db,
    domains,
    state,
    page,
  )
  const order = sql.raw(direction)
  const [within, everything] = direction === 'asc' ? ['<=', maxKey] : ['>=', 0]
  const keys = dialectOf(db).unnestKeys(domains.map(({ key }) => key))
  const lastInDomain = keysInOrder(db, sql`below.value`, state, {
    direction,
    limit: sql`1`,
    offset: lastRowOffset,
  })
  const { rows } = await sql<{ key: number }>`
    select key from ${keys} as below cross join subnames
    where domain_key = below.value and ${anyClaimState(state)} and key ${sql.raw(within)} coalesce(
      (${lastInDomain}), ${sql.lit(everything)}
    )
    order by key ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
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
  const { direction, offset, limit, inRequestedOrder } = readFromNearestEnd(db, domains, filter, page)
  const inDomains = anyKeyOf(
    db,
    dialectOf(db).withoutIndex(sql`domain_key`),
    domains.map(({ key }) => key),
  )
  const order = sql.raw(direction)
  const { rows } = await sql<{ key: number }>`
    select key from subnames where ${inDomains} and ${hasClaimState(filter)}
    order by key ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}
