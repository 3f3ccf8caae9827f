import { sql } from 'kysely'
import type { Subname } from '../../model/subname.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { toSubname } from '../entities/subname-row.ts'
import type { Queryable } from '../tables.ts'

/** Bytes that the names of one listing may take in its answer; the first name is read whatever it takes. */
const maxBytes = 4_194_304

/**
 * Bytes that a name takes in an answer, at most about: its texts as they are stored, its addresses twice (`coins` and
 * `addresses`), and the rest. Neither database reads a large text to tell its length.
 */
const responseBytes = sql<number>`
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
 *
 * Those that take no more than an equal share of the answer fit together, so they are read by one query. Only where some
 * take more, a second one tells their lengths, and a third reads those that fit.
 */
export async function readSubnames(db: Queryable, ids: readonly string[]): Promise<BoundedSubnames> {
  if (ids.length === 0) return { items: [], isTruncated: false }
  const small = await readSized(db, ids, Math.floor(maxBytes / ids.length))
  const large = ids.filter((id) => !small.has(id))
  if (large.length === 0) return { items: orderByIds(ids, small), isTruncated: false }
  const sizes = await readSizes(db, large)
  const fitting = fittingIds(ids, (id) => small.get(id)?.bytes ?? sizes.get(id) ?? 0)
  const unread = fitting.filter((id) => sizes.has(id))
  const read = new Map([...small, ...(await readSized(db, unread))])
  return { items: orderByIds(fitting, read), isTruncated: fitting.length < ids.length }
}

interface SizedSubname {
  readonly subname: Subname
  readonly bytes: number
}

/** Those of these subnames that take at most `limit` bytes, by id. */
async function readSized(
  db: Queryable,
  ids: readonly string[],
  limit?: number,
): Promise<ReadonlyMap<string, SizedSubname>> {
  const rows = await db
    .selectFrom('subnames')
    .selectAll()
    .select(responseBytes.as('bytes'))
    .where(dialectOf(db).anyOf(sql`id`, ids))
    .$if(limit !== undefined, (query) => query.where(responseBytes, '<=', limit ?? 0))
    .execute()
  return new Map(rows.map((row) => [row.id, { subname: toSubname(row), bytes: row.bytes }]))
}

/** The bytes that each of these subnames takes, by id. */
async function readSizes(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('subnames')
    .select(['id', responseBytes.as('bytes')])
    .where(dialectOf(db).anyOf(sql`id`, ids))
    .execute()
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** The ids up to the first one that does not fit. */
function fittingIds(ids: readonly string[], bytesOf: (id: string) => number): readonly string[] {
  let sum = 0
  const end = ids.findIndex((id, index) => {
    sum += bytesOf(id)
    return index > 0 && sum > maxBytes
  })
  return end === -1 ? ids : ids.slice(0, end)
}

function orderByIds(ids: readonly string[], read: ReadonlyMap<string, SizedSubname>): readonly Subname[] {
  return ids.flatMap((id) => read.get(id)?.subname ?? [])
}

/** Reads the names alone of subnames, in the order of their ids. */
export async function readNames(db: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('subnames')
    .select(['id', 'name'])
    .where(dialectOf(db).anyOf(sql`id`, ids))
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => names.get(id) ?? [])
}
