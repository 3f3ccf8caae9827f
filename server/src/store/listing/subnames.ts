import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../tables.ts'
import { buildFilterSql, type SubnameFilter, visibleDomains } from './filter.ts'
import { keysInDomains, type PageQuery, type SubnamePosition } from './order.ts'
import { isBehindKey, sumSubnameCounts } from './paging.ts'
import { readSubnames } from './read-subnames.ts'

interface SubnamePage {
  readonly items: readonly Subname[]
  /** Whether the size limit cut off the end. */
  readonly isTruncated: boolean
  /** The last name; absent at the end of the list. */
  readonly end: SubnamePosition | undefined
}

/**
 * Stops when the response is full. By offset, oldest-first pages stay stable while names are added, and others shift; behind a
 * position no page does.
 */
export async function listSubnames(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<SubnamePage> {
  // One more than fits shows that there is another page.
  const found = await listPositions(db, filter, { ...query, limit: query.limit + 1 })
  const positions = found.slice(0, query.limit)
  const { items, isTruncated, readCount } = await readSubnames(
    db,
    positions.map(([key]) => key),
  )
  const hasNext = isTruncated || found.length > positions.length
  return {
    items: items.filter((subname) => hasCoinAddress(subname, filter)),
    isTruncated,
    end: hasNext ? positions[readCount - 1] : undefined,
  }
}

/** Whole domains use their stored counts. */
export async function countSubnames(db: Queryable, filter: SubnameFilter): Promise<number> {
  const domains = wholeDomains(filter)
  if (domains) return sumSubnameCounts(domains, filter)
  const { source, condition } = await buildFilterSql(db, filter)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${source} where ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** `undefined` if the filter has conditions beyond domains and claim state. */
function wholeDomains(filter: SubnameFilter): readonly Domain[] | undefined {
  const { coin, search } = filter
  return coin === undefined && search === undefined ? visibleDomains(filter) : undefined
}

async function matchingKeys(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<readonly SubnamePosition[]> {
  if (query.orderBy === 'subnameCount') return matchingKeysByCount(db, filter, query)
  const { direction, offset, limit, after } = query
  const { source, condition, key } = await buildFilterSql(db, filter)
  const { rows } = await sql<{ key: number }>`
    select ${key} as key from ${source} where ${condition} and ${isBehindKey(key, direction, after?.[0])}
    order by ${key} ${sql.raw(direction)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((row) => [row.key])
}

/** Behind a position: the rest of its domain, whatever its count is now, then the domains behind it. */
async function matchingKeysByCount(
  db: Queryable,
  filter: SubnameFilter,
  { direction, offset, limit, after }: PageQuery,
): Promise<readonly SubnamePosition[]> {
  const [afterKey, afterCount, afterId]: SubnamePosition | readonly [] = after ?? []
  const { source, condition, key } = await buildFilterSql(db, filter, { withDomain: true })
  const isLast = afterId === undefined ? sql`false` : sql`domains.id = ${afterId}`
  const behind = sql.raw(direction === 'asc' ? '>' : '<')
  const isInRest =
    afterId === undefined
      ? sql`true`
      : sql`case when ${isLast} then ${isBehindKey(key, direction, afterKey)}
          else (domains.subname_count, domains.id) ${behind} (${afterCount}, ${afterId}) end`
  const columns = [sql`domains.subname_count`, sql`domains.id`, key]
  const order = sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))
  const { rows } = await sql<{ key: number; count: number; id: string }>`
    select ${key} as key, domains.subname_count as count, domains.id as id
    from ${source} where ${condition} and ${isInRest}
    order by case when ${isLast} then 0 else 1 end, ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ key, count, id }) => [key, id === afterId ? (afterCount ?? count) : count, id])
}

export async function listSubnameKeys(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<readonly number[]> {
  return (await listPositions(db, filter, query)).map(([key]) => key)
}

function listPositions(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<readonly SubnamePosition[]> {
  const domains = wholeDomains(filter)
  return domains ? keysInDomains(db, filter, domains, query) : matchingKeys(db, filter, query)
}

/** Rejects hash collisions of the index. */
function hasCoinAddress({ records }: Subname, { coin }: SubnameFilter): boolean {
  if (coin?.address === undefined) return true
  return records.addresses.some(
    ({ coinType, address }) => coinType === coin.coinType && address === coin.address,
  )
}
