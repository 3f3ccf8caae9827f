import { sql } from 'kysely'
import { joinName } from '../../ens/name.ts'
import type { Records } from '../../ens/records.ts'
import type { Subname } from '../../model/subname.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { subnameColumns, toSubname } from '../entities/subname-row.ts'
import type { Queryable } from '../tables.ts'

/** Maximum bytes of the names of one listing in its response; the first name is always read. */
const maxBytes = 4_194_304

/** Bytes of a row. Neither database reads a large text for its length. */
const storedBytes = sql<number>`
  octet_length(subnames.records) + coalesce(octet_length(subnames.large_texts), 0) + ${sql.lit(500)}
`

/** A page of subnames. */
export interface BoundedSubnames {
  readonly items: readonly Subname[]
  /** Whether some are left out at the end, because the response would be too large. */
  readonly isTruncated: boolean
}

/**
 * Reads subnames in the order of their keys, as many as fit into one response. Names removed meanwhile are left out.
 *
 * Rows below an equal share of the response are read by one query. Only if some take more, a second one reads their lengths,
 * and a third those that fit. The exact size in the response then decides.
 */
export async function readSubnames(db: Queryable, keys: readonly number[]): Promise<BoundedSubnames> {
  if (keys.length === 0) return { items: [], isTruncated: false }
  const small = await readSized(db, keys, Math.floor(maxBytes / keys.length))
  const large = keys.filter((key) => !small.has(key))
  const sizes = large.length === 0 ? new Map<number, number>() : await readSizes(db, large)
  const readable = fittingKeys(keys, (key) => small.get(key)?.bytes ?? sizes.get(key) ?? 0)
  const unread = readable.filter((key) => sizes.has(key))
  const read = unread.length === 0 ? small : new Map([...small, ...(await readSized(db, unread))])
  const fitting = fittingKeys(readable, (key) => read.get(key)?.bytes ?? 0)
  return {
    items: fitting.flatMap((key) => read.get(key)?.subname ?? []),
    isTruncated: fitting.length < keys.length,
  }
}

interface SizedSubname {
  readonly subname: Subname
  /** Its size in the response. */
  readonly bytes: number
}

function selectSubnames(db: Queryable, keys: readonly number[]) {
  return db
    .selectFrom('subnames')
    .innerJoin('domains', 'domains.key', 'subnames.domainKey')
    .where(dialectOf(db).anyKeyOf(sql`subnames.key`, keys))
}

/** Those of these subnames whose row takes at most `limit` bytes, by key. */
async function readSized(
  db: Queryable,
  keys: readonly number[],
  limit?: number,
): Promise<ReadonlyMap<number, SizedSubname>> {
  const rows = await selectSubnames(db, keys)
    .select(['subnames.key', ...subnameColumns])
    .$if(limit !== undefined, (query) => query.where(storedBytes, '<=', limit ?? 0))
    .execute()
  return new Map(
    rows.map((row) => {
      const subname = toSubname(row)
      return [row.key, { subname, bytes: responseBytes(subname) }]
    }),
  )
}

/** Approximate maximum size of a subname in a response, with each address twice (`coins` and `addresses`). */
function responseBytes({ name, records: { addresses, ...others } }: Subname): number {
  return (
    Buffer.byteLength(JSON.stringify(others)) +
    2 * sumOf(addresses, ({ address }) => address.length + 40) +
    2 * Buffer.byteLength(name) +
    500
  )
}

function sumOf(addresses: Records['addresses'], bytesOf: (record: Records['addresses'][number]) => number) {
  return addresses.reduce((sum, record) => sum + bytesOf(record), 0)
}

/** The sizes of these rows in bytes, by key. */
async function readSizes(db: Queryable, keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('subnames')
    .select(['key', storedBytes.as('bytes')])
    .where(dialectOf(db).anyKeyOf(sql`key`, keys))
    .execute()
  return new Map(rows.map(({ key, bytes }) => [key, bytes]))
}

/** The keys up to the first one that does not fit. */
function fittingKeys(keys: readonly number[], bytesOf: (key: number) => number): readonly number[] {
  let sum = 0
  const end = keys.findIndex((key, index) => {
    sum += bytesOf(key)
    return index > 0 && sum > maxBytes
  })
  return end === -1 ? keys : keys.slice(0, end)
}

/** Reads the names alone of subnames, in the order of their keys. */
export async function readNames(db: Queryable, keys: readonly number[]): Promise<readonly string[]> {
  if (keys.length === 0) return []
  const rows = await selectSubnames(db, keys)
    .select(['subnames.key', 'subnames.label', 'domains.name as domainName'])
    .execute()
  const names = new Map(rows.map(({ key, label, domainName }) => [key, joinName(label, domainName)]))
  return keys.flatMap((key) => names.get(key) ?? [])
}
