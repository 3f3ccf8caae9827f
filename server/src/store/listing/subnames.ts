import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../tables.ts'
import { buildFilterSql, type SubnameFilter, visibleDomains } from './filter.ts'
import { keysInDomains, type PageQuery } from './order.ts'
import { sumSubnameCounts } from './paging.ts'
import { type BoundedSubnames, readSubnames } from './read-subnames.ts'

/**
 * Stops when the response is full. Oldest-first pages stay stable while names are added; newest-first pages shift.
 */
export async function listSubnames(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<BoundedSubnames> {
  const { items, ...rest } = await readSubnames(db, await listSubnameKeys(db, filter, query))
  return { items: items.filter((subname) => hasCoinAddress(subname, filter)), ...rest }
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
  { orderBy, direction, offset, limit }: PageQuery,
): Promise<readonly number[]> {
  const { source, condition, key } = await buildFilterSql(db, filter, {
    withDomain: orderBy === 'subnameCount',
  })
  const columns = [...(orderBy === 'subnameCount' ? [sql`domains.subname_count`, sql`domains.id`] : []), key]
  const order = sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))
  const { rows } = await sql<{ key: number }>`
    select ${key} as key from ${source} where ${condition} order by ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((row) => row.key)
}

export async function listSubnameKeys(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<readonly number[]> {
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
