import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../tables.ts'
import { buildFilterSql, type SubnameFilter, visibleDomains } from './filter.ts'
import { keysInDomains, type PageQuery } from './order.ts'
import { sumSubnameCounts } from './paging.ts'
import { type BoundedSubnames, readSubnames } from './read-subnames.ts'

/**
 * Lists subnames, as many as fit into one response. Pages oldest first stay exact while names are added; newest first they
 * shift by the number of added ones.
 */
export async function listSubnames(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<BoundedSubnames> {
  const { items, isTruncated } = await readSubnames(db, await listSubnameKeys(db, filter, query))
  return { items: items.filter((subname) => hasCoinAddress(subname, filter)), isTruncated }
}

/** Counts the subnames of a filter; those of whole domains are counted already. */
export async function countSubnames(db: Queryable, filter: SubnameFilter): Promise<number> {
  const domains = wholeDomains(filter)
  if (domains) return sumSubnameCounts(domains, filter)
  const { source, condition } = await buildFilterSql(db, filter)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${source} where ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The domains whose subnames, or those in one state, are all in the filter; `undefined` for a narrower one. */
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

/** The keys of the subnames of a listing, in its order. */
export async function listSubnameKeys(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<readonly number[]> {
  const domains = wholeDomains(filter)
  return domains ? keysInDomains(db, filter, domains, query) : matchingKeys(db, filter, query)
}

/** The index finds by a hash; this checks the match. */
function hasCoinAddress({ records }: Subname, { coin }: SubnameFilter): boolean {
  if (coin?.address === undefined) return true
  return records.addresses.some(
    ({ coinType, address }) => coinType === coin.coinType && address === coin.address,
  )
}
