import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Domain } from './domains.ts'
import { matching, openDomains, type SubnameFilter } from './subname-filter.ts'
import { idsBelow, type Slice } from './subname-order.ts'
import { countBelow } from './subname-part.ts'
import { type Subname, toSubname } from './subname-row.ts'
import type { Queryable } from './tables.ts'

/**
 * Lists subnames. Slice by slice, oldest first stays exact while names are added; newest first moves on by as many as
 * were added.
 */
export const listSubnames = async (
  db: Queryable,
  filter: SubnameFilter,
  slice: Slice,
): Promise<readonly Subname[]> => {
  const domains = wholeDomains(filter)
  const ids = domains ? await idsBelow(db, filter, domains, slice) : await matchingIds(db, filter, slice)
  return subnamesOf(db, ids)
}

/** Counts the subnames that a filter lets through. Those of whole domains are counted already. */
export const countSubnames = async (db: Queryable, filter: SubnameFilter): Promise<number> => {
  const domains = wholeDomains(filter)
  if (domains) return countBelow(domains, filter)
  const { source, condition } = await matching(db, filter)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${source} where ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The domains all of whose subnames are meant, or all that are claimed or not; `undefined` when the filter asks for more. */
const wholeDomains = (filter: SubnameFilter): readonly Domain[] | undefined => {
  const { coin, search } = filter
  return coin === undefined && search === undefined ? openDomains(filter) : undefined
}

const matchingIds = async (
  db: Queryable,
  filter: SubnameFilter,
  { orderBy, direction, offset, limit }: Slice,
): Promise<readonly string[]> => {
  const { source, condition, createdAt, id } = await matching(db, filter, {
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

/** Reads subnames, in the order of these ids; one that was removed a moment ago is left out. */
export const subnamesOf = async (db: Queryable, ids: readonly string[]): Promise<readonly Subname[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('subnames')
    .selectAll()
    .where(dialectOf(db).isOneOf(sql`id`, ids))
    .execute()
  const subnames = new Map(rows.map((row) => [row.id, toSubname(row)]))
  return ids.flatMap((id) => subnames.get(id) ?? [])
}
