import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { hasClaimState, type SubnameFilter } from './filter.ts'
import {
  type LimitOffset,
  readFromNearestEnd,
  rowsToScan,
  type StateFilter,
  subnameCountOf,
  sumSubnameCounts,
} from './paging.ts'

/** In which order to list subnames, and which part of the list. */
export interface PageQuery extends LimitOffset {
  /**
   * `createdAt`: by creation time, then id, so that the order never changes. `subnameCount`: by the count of the domain
   * they are below, those of one domain together and then by creation time.
   */
  readonly orderBy: 'createdAt' | 'subnameCount'
  /** Newest first, or those of the largest domain, is `desc`. */
  readonly direction: LimitOffset['direction']
}

/** Beyond this many steps, going through a whole chain in order costs less than merging the orders of its domains. */
const maxMergeRows = 10_000

/** Lists the ids of all subnames of these domains, as fast for the first page of many names as for one of few. */
export async function idsInDomains(
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  query: PageQuery,
): Promise<readonly string[]> {
  const [first] = domains
  if (!first) return []
  if (domains.length === 1) return idsInDomain(db, first, filter, query)
  if (query.orderBy === 'subnameCount') return idsByDomainCount(db, domains, filter, query)
  return preferMerge(domains, filter, query)
    ? mergedIds(db, filter, domains, query)
    : idsInChain(db, filter, domains, query)
}

/** Whether reading on in each domain finds a part in few steps; going through the chain in order may take many. */
function preferMerge(domains: readonly Domain[], state: StateFilter, page: LimitOffset): boolean {
  const rowsPerDomain = rowsToScan(page, sumSubnameCounts(domains, state))
  const rows = domains.reduce(
    (sum, domain) => sum + Math.min(rowsPerDomain, subnameCountOf(domain, state)),
    0,
  )
  return rows <= maxMergeRows
}

async function idsInDomain(
  db: Queryable,
  domain: Domain,
  state: StateFilter,
  page: LimitOffset,
): Promise<readonly string[]> {
  const { direction, offset, limit, inRequestedOrder } = readFromNearestEnd(db, [domain], state, page)
  const rows = await db
    .selectFrom('subnames')
    .select('id')
    .where('domain_id', '=', domain.id)
    .where(hasClaimState(state))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return inRequestedOrder(rows)
}

/** The counts tell which domains a slice is in, so only these are read. */
async function idsByDomainCount(
  db: Queryable,
  domains: readonly Domain[],
  state: StateFilter,
  { direction, offset, limit }: LimitOffset,
): Promise<readonly string[]> {
  const ordered = domains.toSorted((a, b) => a.subnameCount - b.subnameCount || (a.id < b.id ? -1 : 1))
  if (direction === 'desc') ordered.reverse()
  const ids: string[] = []
  let skip = offset
  for (const domain of ordered) {
    if (ids.length === limit) break
    const count = subnameCountOf(domain, state)
    if (skip < count) {
      const page = { direction, offset: skip, limit: limit - ids.length }
      ids.push(...(await idsInDomain(db, domain, state, page)))
    }
    skip = Math.max(0, skip - count)
  }
  return ids
}

/** Takes from each domain only what could be in the slice: it reaches no further than the last name that could. */
async function mergedIds(
  db: Queryable,
  state: StateFilter,
  domains: readonly Domain[],
  page: LimitOffset,
): Promise<readonly string[]> {
  const { direction, offset, limit, lastRowOffset, inRequestedOrder } = readFromNearestEnd(
    db,
    domains,
    state,
    page,
  )
  const order = sql.raw(direction)
  const [within, everything] = direction === 'asc' ? ['<=', Number.MAX_SAFE_INTEGER] : ['>=', 0]
  const ids = dialectOf(db).unnestTexts(domains.map(({ id }) => id))
  const { rows } = await sql<{ id: string }>`
    select id from ${ids} as below cross join subnames
    where domain_id = below.value and ${hasClaimState(state)} and created_at ${sql.raw(within)} coalesce((
      select created_at from subnames
      where domain_id = below.value and ${hasClaimState(state)}
      order by created_at ${order}, id ${order} limit 1 offset ${lastRowOffset}
    ), ${everything})
    order by created_at ${order}, id ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}

async function idsInChain(
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  page: LimitOffset,
): Promise<readonly string[]> {
  const { direction, offset, limit, inRequestedOrder } = readFromNearestEnd(db, domains, filter, page)
  const { anyOf, withoutIndex } = dialectOf(db)
  const inDomains = anyOf(
    withoutIndex(sql`domain_id`),
    domains.map(({ id }) => id),
  )
  const order = sql.raw(direction)
  const { rows } = await sql<{ id: string }>`
    select id from subnames where chain_id = ${filter.chainId} and ${inDomains} and ${hasClaimState(filter)}
    order by created_at ${order}, id ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inRequestedOrder(rows)
}
