import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
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

/** The order of a list of subnames, and a part of it. */
export interface PageQuery extends LimitOffset {
  /**
   * `createdAt`: in the order of creation, which never changes. `subnameCount`: by the count of their domain, those of one
   * domain together and then in the order of creation.
   */
  readonly orderBy: 'createdAt' | 'subnameCount'
  /** Newest first, or those of the largest domain, is `desc`. */
  readonly direction: LimitOffset['direction']
}

/** The largest key on either database. */
const maxKey = 2 ** 31 - 1

/** Beyond this many steps, scanning a whole chain in order costs less than merging the orders of its domains. */
const maxMergeRows = 10_000

/** Lists the keys of all subnames of these domains; the first page of many names is as fast as that of few. */
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

/** Whether merging the domains finds a part in few steps; scanning the chain in order may take many. */
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
  const { direction, offset, limit, inRequestedOrder } = readFromNearestEnd(db, [domain], state, page)
  const { rows } = await sql<{ key: number }>`
    ${keysInOrder(sql`${domain.key}`, state, direction)} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}

/** The counts show which domains a slice is in, so only these are read. */
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

/** Takes from each domain only what could be in the slice: up to the last name that could. */
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
  const lastInDomain = keysInOrder(sql`below.value`, state, direction)
  const { rows } = await sql<{ key: number }>`
    select key from ${keys} as below cross join subnames
    where domain_key = below.value and ${anyClaimState(state)} and key ${sql.raw(within)} coalesce(
      (${lastInDomain} limit 1 offset ${lastRowOffset}), ${sql.lit(everything)}
    )
    order by key ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}

/** Names both states, so that the index of a domain is searched in each. */
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
  const { anyKeyOf, withoutIndex } = dialectOf(db)
  const inDomains = anyKeyOf(
    withoutIndex(sql`domain_key`),
    domains.map(({ key }) => key),
  )
  const order = sql.raw(direction)
  const { rows } = await sql<{ key: number }>`
    select key from subnames where ${inDomains} and ${hasClaimState(filter)}
    order by key ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}
