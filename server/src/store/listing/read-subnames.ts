import { sql } from 'kysely'
import { joinName } from '../../ens/name.ts'
import type { Records } from '../../ens/records.ts'
import type { Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { subnameColumns, toSubname } from '../entities/subname-row.ts'
import type { Queryable } from '../tables.ts'

/** Response bytes per listing; the first name is always included. */
const maxBytes = 4_194_304

/** Bytes of a row. Neither database reads large texts for their length. */
const storedBytes = sql<number>`
  octet_length(subnames.records) + coalesce(octet_length(subnames.large_texts), 0) + ${sql.lit(500)}
`

export interface BoundedSubnames {
  readonly items: readonly Subname[]
  /** Whether the size limit cut off the end. */
  readonly isTruncated: boolean
  /** Keys before the cut. */
  readonly readCount: number
}

/**
 * Reads subnames in key order until the response is full; skips deleted names. Rows within an equal share of the
 * limit take one query; larger ones a second for their sizes and a third for those that fit.
 */
export async function readSubnames(db: Queryable, keys: readonly number[]): Promise<BoundedSubnames> {
  if (keys.length === 0) return { items: [], isTruncated: false, readCount: 0 }
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
    readCount: fitting.length,
  }
}

interface SizedSubname {
  readonly subname: Subname
  /** Size in a response. */
  readonly bytes: number
}

function selectSubnames(db: Queryable, keyList: unknown) {
  return db
    .selectFrom('subnames')
    .innerJoin('domains', 'domains.key', 'subnames.domainKey')
    .where(dialectOf(db).inKeyList(sql`subnames.key`, keyList))
}

const subnamesUpTo = compiled((db, { keyList, limit }: Params<{ keyList: unknown; limit: number }>) =>
  selectSubnames(db, keyList)
    .select(['subnames.key', ...subnameColumns])
    .where(storedBytes, '<=', limit),
)

/** The largest integer of PostgreSQL. */
const unlimited = 2 ** 31 - 1

/** By key; omits rows above `limit` bytes. */
async function readSized(
  db: Queryable,
  keys: readonly number[],
  limit = unlimited,
): Promise<ReadonlyMap<number, SizedSubname>> {
  const { rows } = await subnamesUpTo(db, { keyList: dialectOf(db).keyList(keys), limit })
  return new Map(
    rows.map((row) => {
      const subname = toSubname(row)
      return [row.key, { subname, bytes: responseBytes(subname) }]
    }),
  )
}

/** Upper estimate; a response contains each address twice (`coins` and `addresses`). */
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

/** Row bytes by key. */
async function readSizes(db: Queryable, keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('subnames')
    .select(['key', storedBytes.as('bytes')])
    .where(anyKeyOf(db, sql`key`, keys))
    .execute()
  return new Map(rows.map(({ key, bytes }) => [key, bytes]))
}

function fittingKeys(keys: readonly number[], bytesOf: (key: number) => number): readonly number[] {
  let sum = 0
  const end = keys.findIndex((key, index) => {
    sum += bytesOf(key)
    return index > 0 && sum > maxBytes
  })
  return end === -1 ? keys : keys.slice(0, end)
}

/** In key order. */
export async function readNames(db: Queryable, keys: readonly number[]): Promise<readonly string[]> {
  if (keys.length === 0) return []
  const rows = await selectSubnames(db, dialectOf(db).keyList(keys))
    .select(['subnames.key', 'subnames.label', 'domains.name as domainName'])
    .execute()
  const names = new Map(rows.map(({ key, label, domainName }) => [key, joinName(label, domainName)]))
  return keys.flatMap((key) => names.get(key) ?? [])
}
