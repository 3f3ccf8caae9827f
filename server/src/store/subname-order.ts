import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Domain } from './domains.ts'
import { isInState, type SubnameFilter } from './subname-filter.ts'
import { countBelow, countOf, fromNearerEnd, type Part, reachOf, type State } from './subname-part.ts'
import type { Queryable } from './tables.ts'

/** In which order to list subnames, and which part of the list. */
export interface Slice extends Part {
  /**
   * `createdAt`: by creation time, then id, so that the order never changes. `subnameCount`: by the count of the domain
   * they are below, those of one domain together and then by creation time.
   */
  readonly orderBy: 'createdAt' | 'subnameCount'
  /** Newest first, or those of the largest domain, is `desc`. */
  readonly direction: Part['direction']
}

/** Beyond this many steps, going through a whole chain in order costs less than merging the orders of its domains. */
const maxMergeSteps = 10_000

/** Lists the ids of all subnames of these domains, as fast for the first page of many names as for one of few. */
export const idsBelow = async (
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  slice: Slice,
): Promise<readonly string[]> => {
  const [first] = domains
  if (!first) return []
  if (domains.length === 1) return idsOfDomain(db, first, filter, slice)
  if (slice.orderBy === 'subnameCount') return idsByCount(db, domains, filter, slice)
  return isMergedSooner(domains, filter, slice)
    ? idsMerged(db, filter, domains, slice)
    : idsOfChain(db, filter, domains, slice)
}

/** Whether reading on in each domain finds a part in few steps; going through the chain in order may take many. */
const isMergedSooner = (domains: readonly Domain[], state: State, part: Part): boolean => {
  const reach = reachOf(part, countBelow(domains, state))
  const steps = domains.reduce((sum, domain) => sum + Math.min(reach, countOf(domain, state)), 0)
  return steps <= maxMergeSteps
}

const idsOfDomain = async (
  db: Queryable,
  domain: Domain,
  state: State,
  part: Part,
): Promise<readonly string[]> => {
  const { direction, offset, limit, inOrder } = fromNearerEnd(db, [domain], state, part)
  const rows = await db
    .selectFrom('subnames')
    .select('id')
    .where('domain_id', '=', domain.id)
    .where(isInState(state))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return inOrder(rows)
}

/** The counts tell which domains a slice is in, so only these are read. */
const idsByCount = async (
  db: Queryable,
  domains: readonly Domain[],
  state: State,
  { direction, offset, limit }: Part,
): Promise<readonly string[]> => {
  const ordered = domains.toSorted((a, b) => a.subnameCount - b.subnameCount || (a.id < b.id ? -1 : 1))
  if (direction === 'desc') ordered.reverse()
  const ids: string[] = []
  let skip = offset
  for (const domain of ordered) {
    if (ids.length === limit) break
    const count = countOf(domain, state)
    if (skip < count) {
      const part = { direction, offset: skip, limit: limit - ids.length }
      ids.push(...(await idsOfDomain(db, domain, state, part)))
    }
    skip = Math.max(0, skip - count)
  }
  return ids
}

/** Takes from each domain only what could be in the slice: it reaches no further than the last name that could. */
const idsMerged = async (
  db: Queryable,
  state: State,
  domains: readonly Domain[],
  part: Part,
): Promise<readonly string[]> => {
  const { direction, offset, limit, beforeLast, inOrder } = fromNearerEnd(db, domains, state, part)
  const order = sql.raw(direction)
  const [within, everything] = direction === 'asc' ? ['<=', Number.MAX_SAFE_INTEGER] : ['>=', 0]
  const ids = dialectOf(db).textTable(domains.map(({ id }) => id))
  const { rows } = await sql<{ id: string }>`
    select id from ${ids} as below cross join subnames
    where domain_id = below.value and ${isInState(state)} and created_at ${sql.raw(within)} coalesce((
      select created_at from subnames
      where domain_id = below.value and ${isInState(state)}
      order by created_at ${order}, id ${order} limit 1 offset ${beforeLast}
    ), ${everything})
    order by created_at ${order}, id ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inOrder(rows)
}

const idsOfChain = async (
  db: Queryable,
  filter: SubnameFilter,
  domains: readonly Domain[],
  part: Part,
): Promise<readonly string[]> => {
  const { direction, offset, limit, inOrder } = fromNearerEnd(db, domains, filter, part)
  const { isOneOf, notByIndex } = dialectOf(db)
  const below = isOneOf(
    notByIndex(sql`domain_id`),
    domains.map(({ id }) => id),
  )
  const order = sql.raw(direction)
  const { rows } = await sql<{ id: string }>`
    select id from subnames where chain_id = ${filter.chainId} and ${below} and ${isInState(filter)}
    order by created_at ${order}, id ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return inOrder(rows)
}
