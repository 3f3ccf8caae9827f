import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import { type Subname, toSubname } from './subname-row.ts'
import type { Queryable } from './tables.ts'

/** Bytes that the names of one listing may take in its answer; the first name is read whatever it takes. */
const maxBytes = 4_194_304

/**
 * Bytes that a name takes in an answer, at most about: its texts as they are stored, its addresses twice (`coins` and
 * `addresses`), and the rest. Neither database reads a large text to tell its length.
 */
const bytesInAnswer = sql<number>`
  octet_length(texts) + 2 * octet_length(addresses) + coalesce(octet_length(contenthash), 0) + 2 * octet_length(name) + 500
`

/** Subnames of a listing. */
export interface BoundedSubnames {
  readonly items: readonly Subname[]
  /** Whether some are left out at the end, because all together would be too large for one answer. */
  readonly isTruncated: boolean
}

/**
 * Reads subnames in the order of their ids, as many as fit into one answer. One that was removed a moment ago is left out.
 */
export const readSubnames = async (db: Queryable, ids: readonly string[]): Promise<BoundedSubnames> => {
  if (ids.length === 0) return { items: [], isTruncated: false }
  const fitting = await fittingIds(db, ids)
  const rows = await db
    .selectFrom('subnames')
    .selectAll()
    .where(dialectOf(db).isOneOf(sql`id`, fitting))
    .execute()
  const subnames = new Map(rows.map((row) => [row.id, toSubname(row)]))
  return {
    items: fitting.flatMap((id) => subnames.get(id) ?? []),
    isTruncated: fitting.length < ids.length,
  }
}

/** The ids up to the first one that does not fit. */
const fittingIds = async (db: Queryable, ids: readonly string[]): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('subnames')
    .select(['id', bytesInAnswer.as('bytes')])
    .where(dialectOf(db).isOneOf(sql`id`, ids))
    .execute()
  const bytesById = new Map(rows.map(({ id, bytes }) => [id, bytes]))
  let sum = 0
  const end = ids.findIndex((id, index) => {
    sum += bytesById.get(id) ?? 0
    return index > 0 && sum > maxBytes
  })
  return end === -1 ? ids : ids.slice(0, end)
}

/** Reads the names alone of subnames, in the order of their ids. */
export const readNames = async (db: Queryable, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('subnames')
    .select(['id', 'name'])
    .where(dialectOf(db).isOneOf(sql`id`, ids))
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => names.get(id) ?? [])
}
