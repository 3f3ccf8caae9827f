import { sql } from 'kysely'
import { type EnsName, joinName, storedName } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import { subnameColumns, toSubname } from '../entities/subnames.ts'
import type { Queryable } from '../tables.ts'
import {
  buildFilterSql,
  type FilterSql,
  findNameMatch,
  maxCountOf,
  type NameCount,
  type NameMatch,
  onlyDomain,
  type SubnameFilter,
  visibleDomains,
} from './filter.ts'
import {
  isBehindKey,
  keysInDomains,
  type PageQuery,
  type SubnamePosition,
  sumSubnameCounts,
} from './order.ts'
import { countInWindow, searchWindow } from './search-window.ts'
import { selectKeys } from './select-keys.ts'

interface SubnamePage {
  readonly items: readonly Subname[]
  /** Whether the size limit cut off the end. */
  readonly isTruncated: boolean
  /** Behind which the list goes on, for the next page; absent at the end of the list. */
  readonly end: SubnamePosition | undefined
}

/**
 * Stops when the response is full. By offset, oldest-first pages stay stable while names are added, and others shift; behind a
 * position no page does.
 */
export async function selectSubnamesInOrder(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<SubnamePage> {
  // One more than fits shows that there is another page.
  const { positions: found, end } = await listPositions(db, filter, { ...query, limit: query.limit + 1 })
  const positions = found.slice(0, query.limit)
  const { items, isTruncated, readCount } = await readSubnames(
    db,
    positions.map(([key]) => key),
  )
  const hasNext = isTruncated || found.length > positions.length
  return {
    items: items.filter((subname) => hasCoinAddress(subname, filter)),
    isTruncated,
    end: hasNext ? positions[readCount - 1] : end,
  }
}

/** Whole domains use their stored counts; others are counted up to a bound, in the direction of their pages. */
export async function countSubnames(
  db: Queryable,
  filter: SubnameFilter,
  direction: PageQuery['direction'] = 'desc',
): Promise<NameCount> {
  const domains = wholeDomains(filter)
  if (domains) return { count: sumSubnameCounts(domains, filter), isExact: true }
  const maxCount = maxCountOf(filter)
  const limit = maxCount + 1
  const name = await findNameMatch(db, filter)
  const { count, isAll } = isSearchedInOrder(filter, name)
    ? await countInWindow(db, filter, name.pattern, { direction, limit })
    : await countMatches(db, buildFilterSql(db, filter, { name }), limit)
  return { count: Math.min(count, maxCount), isExact: isAll }
}

async function countMatches(
  db: Queryable,
  built: FilterSql,
  limit: number,
): Promise<{ readonly count: number; readonly isAll: boolean }> {
  const keys = built.ranges
    ? selectKeys(db, built, { direction: 'asc', offset: 0, limit })
    : sql`select 1 from ${built.source} where ${built.condition} limit ${limit}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${keys}) as matching`.execute(
    db,
  )
  const count = Number(rows[0]?.count ?? 0)
  return { count, isAll: count < limit }
}

/** Whether names are read one after the other for it: too many may match for an index. */
function isSearchedInOrder(filter: SubnameFilter, name: NameMatch | undefined): name is NameMatch {
  const isBounded = filter.domains !== undefined || filter.coin !== undefined
  return name !== undefined && name.keys === undefined && isBounded
}

/** `undefined` if the filter has conditions beyond domains and claim state. */
function wholeDomains(filter: SubnameFilter): readonly Domain[] | undefined {
  const { coin, search } = filter
  return coin === undefined && search === undefined ? visibleDomains(filter) : undefined
}

interface FoundPositions {
  readonly positions: readonly SubnamePosition[]
  /** Where a search ended that has looked through as many names as a page may. */
  readonly end?: SubnamePosition | undefined
}

async function matchingKeys(db: Queryable, filter: SubnameFilter, query: PageQuery): Promise<FoundPositions> {
  const { orderBy, after, ...page } = query
  const name = await findNameMatch(db, filter)
  const domain = onlyDomain(filter)
  const isOfDomain = domain !== undefined && (after === undefined || after[2] === domain.id)
  if (orderBy === 'subnameCount' && !isOfDomain)
    return { positions: await matchingKeysByCount(db, filter, query, name) }
  const toPosition = (key: number): SubnamePosition =>
    orderBy === 'subnameCount' && domain ? [key, after?.[1] ?? domain.subnameCount, domain.id] : [key]
  if (isSearchedInOrder(filter, name)) {
    const { keys, end } = await searchWindow(db, filter, name.pattern, { ...page, afterKey: after?.[0] })
    return { positions: keys.map(toPosition), end: end === undefined ? undefined : toPosition(end) }
  }
  const { rows } = await selectKeys(db, buildFilterSql(db, filter, { name }), query).execute(db)
  return { positions: rows.map(({ key }) => toPosition(key)) }
}

/** Behind a position: the rest of its domain, whatever its count is now, then the domains behind it. */
async function matchingKeysByCount(
  db: Queryable,
  filter: SubnameFilter,
  { direction, offset, limit, after }: PageQuery,
  name: NameMatch | undefined,
): Promise<readonly SubnamePosition[]> {
  const [afterKey, afterCount, afterId]: SubnamePosition | readonly [] = after ?? []
  const { source, condition, key } = buildFilterSql(db, filter, { withDomain: true, name })
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
  const { positions } = await listPositions(db, filter, query)
  return positions.map(([key]) => key)
}

async function listPositions(
  db: Queryable,
  filter: SubnameFilter,
  query: PageQuery,
): Promise<FoundPositions> {
  const domains = wholeDomains(filter)
  return domains
    ? { positions: await keysInDomains(db, filter, domains, query) }
    : matchingKeys(db, filter, query)
}

/** Rejects hash collisions of the index. */
function hasCoinAddress({ records }: Subname, { coin }: SubnameFilter): boolean {
  if (coin?.address === undefined) return true
  return records.addresses.some(
    ({ coinType, address }) => coinType === coin.coinType && address === coin.address,
  )
}

/** Response bytes per listing; the first name is always included. */
const maxBytes = 4_194_304

/** Bytes of a row. Neither database reads large texts for their length. */
export const storedBytes = sql<number>`
  octet_length(subnames.records) + coalesce(octet_length(subnames.large_texts), 0) + ${sql.lit(500)}
`

interface BoundedSubnames {
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
export async function readNames(db: Queryable, keys: readonly number[]): Promise<readonly EnsName[]> {
  if (keys.length === 0) return []
  const rows = await selectSubnames(db, dialectOf(db).keyList(keys))
    .select(['subnames.key', 'subnames.label', 'domains.name as domainName'])
    .execute()
  const names = new Map(
    rows.map(({ key, label, domainName }) => [key, joinName(storedName(label), storedName(domainName))]),
  )
  return keys.flatMap((key) => names.get(key) ?? [])
}
