import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import {
  buildFilterSql,
  countCandidates,
  hasClaimState,
  maxSearchedAddresses,
  maxSearchedNames,
  onlyDomain,
  type SubnameFilter,
  visibleDomains,
} from './filter.ts'
import { isBehindKey, keysInOrder } from './order.ts'
import { selectKeys } from './select-keys.ts'

/** Where a window begins. */
interface WindowStart {
  readonly direction: 'asc' | 'desc'
  /** Exclusive; absent: with the first name. */
  readonly afterKey?: number | undefined
  /** Names that it has at most; absent: by what each costs. */
  readonly maxRows?: number | undefined
}

interface WindowRows {
  readonly limit: number
  readonly offset: number
}

/** Names that a search reads one after the other, because too many may match for an index. */
interface SearchWindow {
  /** Of the filter without its search. */
  readonly keys: RawBuilder<{ key: number }>
  /** Its last key, and the one behind it, if there is one; absent: it has all names. */
  readonly lastTwo?: RawBuilder<{ key: number }> | undefined
}

interface FoundInWindow {
  readonly keys: readonly number[]
  /** The key behind which the next window begins; undefined: all names were looked through, or enough were found. */
  readonly end: number | undefined
}

/** Of a text that many names have, these fill a page. */
const firstRows = 1000

/** A page of those that match in the window. */
export async function searchWindow(
  db: Queryable,
  filter: SubnameFilter,
  pattern: RawBuilder<SqlBool>,
  { limit, offset, ...start }: WindowStart & WindowRows,
): Promise<FoundInWindow> {
  const { direction, maxRows = Infinity } = start
  const readPage = async (window: SearchWindow) => {
    const { rows } = await sql<{ key: number }>`
      ${matchesIn(db, window, pattern)} order by subnames.key ${sql.raw(direction)} limit ${limit} offset ${offset}
    `.execute(db)
    return rows.map(({ key }) => key)
  }
  const small = openWindow(db, filter, { ...start, maxRows: Math.min(firstRows, maxRows) })
  const first = await readPage(small)
  if (first.length === limit || !small.lastTwo) return { keys: first, end: undefined }
  const whole = openWindow(db, filter, start)
  const keys = await readPage(whole)
  return { keys, end: keys.length === limit ? undefined : await readEnd(db, whole) }
}

/** Counts up to `limit` in the first window, which the pages by number are in. */
export async function countInWindow(
  db: Queryable,
  filter: SubnameFilter,
  pattern: RawBuilder<SqlBool>,
  { limit, ...start }: Omit<WindowStart, 'afterKey'> & Pick<WindowRows, 'limit'>,
): Promise<{ readonly count: number; readonly isAll: boolean }> {
  const window = openWindow(db, filter, start)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${matchesIn(db, window, pattern)} limit ${limit}) as matching
  `.execute(db)
  const count = Number(rows[0]?.count ?? 0)
  return { count, isAll: count < limit && (await readEnd(db, window)) === undefined }
}

async function readEnd(db: Queryable, { lastTwo }: SearchWindow): Promise<number | undefined> {
  const [last, next] = lastTwo ? (await lastTwo.execute(db)).rows : []
  return next && last?.key
}

function matchesIn(
  db: Queryable,
  { keys }: SearchWindow,
  pattern: RawBuilder<SqlBool>,
): RawBuilder<{ key: number }> {
  return sql`select subnames.key from ${dialectOf(db).joinSubnames(keys)} where ${pattern}`
}

function openWindow(db: Queryable, filter: SubnameFilter, start: WindowStart): SearchWindow {
  if (filter.coin) return windowOfCoin(db, filter, start)
  const domain = onlyDomain(filter)
  const { isClaimed } = filter
  if (domain)
    return windowOf(start.maxRows ?? maxSearchedNames, countCandidates(filter), (rows) =>
      keysInOrder(db, sql`${domain.key}`, { isClaimed }, { ...rangeOf(start), ...rows }),
    )
  const { maxRows = maxSearchedNames } = start
  return (countCandidates(filter) ?? Infinity) <= maxRows
    ? { keys: keysOfDomains(db, filter, start) }
    : windowOfChain(db, filter, { ...start, maxRows })
}

function rangeOf({ direction, afterKey }: WindowStart) {
  return { direction, after: afterKey === undefined ? undefined : sql`${afterKey}` }
}

function windowOf(
  maxRows: number,
  names: number | undefined,
  select: (rows: WindowRows) => RawBuilder<{ key: number }>,
): SearchWindow {
  const isAll = names !== undefined && names <= maxRows
  return {
    keys: select({ limit: maxRows, offset: 0 }),
    lastTwo: isAll ? undefined : select({ limit: 2, offset: maxRows - 1 }),
  }
}

/** Rows of the index of addresses or coins. */
function windowOfCoin(
  db: Queryable,
  filter: SubnameFilter,
  { direction, afterKey, maxRows = maxSearchedAddresses }: WindowStart,
): SearchWindow {
  const built = buildFilterSql(db, filter, {})
  const after = afterKey === undefined ? undefined : ([afterKey] as const)
  return windowOf(maxRows, undefined, (rows) => selectKeys(db, built, { direction, after, ...rows }))
}

function keysOfDomains(
  db: Queryable,
  filter: SubnameFilter,
  { direction, afterKey }: WindowStart,
): RawBuilder<{ key: number }> {
  const isOfDomains = anyKeyOf(db, sql`subnames.domain_key`, keysOf(filter))
  return sql`
    select subnames.key from subnames
    where ${isOfDomains} and ${hasClaimState(filter)} and ${isBehindKey(sql`subnames.key`, direction, afterKey)}
  `
}

/** Names of all domains of the database, in their order: sorting those of some would read more. */
function windowOfChain(
  db: Queryable,
  filter: SubnameFilter,
  { direction, afterKey, maxRows }: WindowStart & { readonly maxRows: number },
): SearchWindow {
  const { scanRows } = dialectOf(db)
  const order = sql.raw(direction)
  const isBehind = isBehindKey(sql`subnames.key`, direction, afterKey)
  const all = sql`
    select subnames.key, subnames.domain_key, subnames.is_claimed from subnames where ${isBehind}
    order by subnames.key ${order}
  `
  const isOfDomains = anyKeyOf(db, sql`subnames.domain_key`, keysOf(filter))
  return {
    keys: sql`
      select subnames.key from (${all} limit ${scanRows(maxRows)}) as subnames
      where ${isOfDomains} and ${hasClaimState(filter)}
    `,
    lastTwo: sql`
      select key from (${all} limit 2 offset ${scanRows(maxRows - 1)}) as passed order by key ${order}
    `,
  }
}

function keysOf(filter: SubnameFilter): readonly number[] {
  return visibleDomains(filter)?.map(({ key }) => key) ?? []
}
