import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Queryable } from '../tables.ts'
import { buildFilterSql, type SubnameFilter, visibleDomains } from './filter.ts'
import { idsInDomains, type PageQuery } from './order.ts'
import { sumSubnameCounts } from './paging.ts'
import { type BoundedSubnames, readSubnames } from './read-subnames.ts'

/**
 * Lists subnames, as many as fit into one answer. Slice by slice, oldest first stays exact while names are added; newest
 * first moves on by as many as were added.
 */
export async function listSubnames(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<BoundedSubnames> {
  return readSubnames(db, await listSubnameIds(db, filter, query))
}

/** Counts the subnames that a filter lets through. Those of whole domains are counted already. */
export async function countSubnames(db: Queryable, filter: SubnameFilter): Promise<number> {
  const domains = wholeDomains(filter)
  if (domains) return sumSubnameCounts(domains, filter)
  const { source, condition } = await buildFilterSql(db, filter)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${source} where ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The domains all of whose subnames are meant, or all that are claimed or not; `undefined` when the filter asks for more. */
function wholeDomains(filter: SubnameFilter): readonly Domain[] | undefined {
  const { coin, search } = filter
  return coin === undefined && search === undefined ? visibleDomains(filter) : undefined
}

async function matchingIds(
  db: Queryable,
  filter: SubnameFilter,
  { orderBy, direction, offset, limit }: PageQuery,
): Promise<readonly string[]> {
  const { source, condition, createdAt, id } = await buildFilterSql(db, filter, {
    withDomain: orderBy === 'subnameCount',
  })
  const columns = [
    ...(orderBy === 'subnameCount' ? [sql`domains.subname_count`, sql`domains.id`] : []),
    createdAt,
    id,
  ]
  const order = sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${source} where ${condition} order by ${order} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map((row) => row.id)
}

/** The ids of the subnames of a listing, in its order. */
export async function listSubnameIds(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<readonly string[]> {
  const domains = wholeDomains(filter)
  return domains ? idsInDomains(db, filter, domains, query) : matchingIds(db, filter, query)
}
