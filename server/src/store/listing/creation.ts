import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HolderRange } from '../../ens/search-text.ts'
import type { Domain } from '../../model/domain.ts'
import { type IndexRange, keyBounds } from '../driver/index-range.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { hasClaimState, mayHaveRecord, type RecordFilter } from './filter.ts'
import { keysInOrder, subnameCountOf } from './order.ts'

/** In the order of the key. */
export function creationScan(db: Queryable, listing: NameListing): KeysetScan {
  const { domain, has, tag } = listing
  if (tag !== undefined) {
    const condition = has === undefined ? sql<SqlBool>`true` : mayHaveRecord(db, has)
    return filteredScan(db, { ...listing, tagKeys: [tag] }, condition)
  }
  if (has === undefined) return { select: ({ after, limit }) => allNames(db, listing, { after, limit }) }
  const isSmall = subnameCountOf(domain, listing) <= maxNameRows
  return has.kind === 'address' && !isSmall
    ? addressScan(db, listing, has.coinType)
    : filteredScan(db, listing, mayHaveRecord(db, has))
}

interface KeyRange {
  readonly after: SortKey | undefined
  readonly end?: SortKey | RawBuilder<unknown> | undefined
}

function boundsOf(listing: NameListing, { after, end }: KeyRange): Pick<IndexRange, 'after' | 'end'> {
  const [lowest, highest] = keyBounds
  const last = directionOf(listing) === 'asc' ? highest : lowest
  const isSelect = typeof end === 'object'
  return {
    after: after === undefined ? undefined : sql`${after}`,
    end: end === undefined ? undefined : isSelect ? sql`coalesce((${end}), ${last})` : sql`${end}`,
  }
}

function directionOf({ order }: NameListing): 'asc' | 'desc' {
  return order === 'newest' ? 'desc' : 'asc'
}

interface ScannedNames extends NameListing {
  /** Only names with one of these tags; absent: all. */
  readonly tagKeys?: readonly number[] | undefined
}

function keysBehind(
  db: Queryable,
  listing: ScannedNames,
  { limit, offset = 0, ...range }: KeyRange & { readonly limit: number; readonly offset?: number },
): RawBuilder<{ key: number }> {
  const { tagKeys } = listing
  if (tagKeys !== undefined) return taggedKeys(db, listing, tagKeys, { limit, offset, ...range })
  return keysInOrder(db, sql`${listing.domain.key}`, listing, {
    direction: directionOf(listing),
    limit,
    offset,
    ...boundsOf(listing, range),
  })
}

/** Of names in both states, by the index of tags. */
function taggedKeys(
  db: Queryable,
  listing: NameListing,
  tagKeys: readonly number[],
  { limit, offset, ...range }: KeyRange & { readonly limit: number; readonly offset: number },
): RawBuilder<{ key: number }> {
  const { scanIndex, scanRows, mergeOrdered } = dialectOf(db)
  const direction = directionOf(listing)
  if (tagKeys.length === 0) return sql`select key from subnames where 1 = 0`
  const selects = tagKeys.map((tagKey) => {
    const { condition, order } = scanIndex({
      first: [[sql`tag_key`, sql`${tagKey}`]],
      next: sql`subname_key`,
      direction,
      bounds: keyBounds,
      ...boundsOf(listing, range),
    })
    return { select: sql`select subname_key as key from subname_tags where ${condition}`, order }
  })
  return sql`
    select distinct key from (${mergeOrdered(selects, scanRows(limit + offset))}) as tagged
    order by key ${sql.raw(direction)} limit ${limit} offset ${offset}
  `
}

function allNames(
  db: Queryable,
  listing: NameListing,
  range: KeyRange & { readonly limit: number },
): RawBuilder<KeysetRow> {
  return sql`
    select key, key as "sortKey" from (${keysBehind(db, listing, range)}) as listed
    order by key ${sql.raw(directionOf(listing))}
  `
}

/** Names of a small domain, all of which one page may read in their rows. */
export const maxNameRows = 5000

/** Names of other domains that one page reads for a frequent text. */
const maxSampledRows = 1000

/** Names whose records one page reads. */
export const maxRecordRows = 1000

/** Reads each name in its row for a condition that no index has; `maxRows` of a page, absent: by what the condition reads. */
export function filteredScan(
  db: Queryable,
  listing: ScannedNames,
  condition: RawBuilder<SqlBool>,
  maxRows?: number,
): KeysetScan {
  const { domain, has, tagKeys } = listing
  const isFew = tagKeys !== undefined || subnameCountOf(domain, listing) <= maxNameRows
  const maxRowsOfDomain = isFew ? maxNameRows : maxSampledRows
  const pageRows = maxRows ?? (has === undefined || has.kind === 'address' ? maxRowsOfDomain : maxRecordRows)
  const ofState = tagKeys === undefined ? sql`true` : hasClaimState(listing)
  const order = sql`order by scanned.key ${sql.raw(directionOf(listing))}`
  return {
    select: ({ after, end, limit, maxRows = pageRows }) => sql`
      select subnames.key, subnames.key as "sortKey"
      from ${dialectOf(db).joinSubnames(keysBehind(db, listing, { after, end, limit: maxRows }))}
      where ${condition} and ${ofState} ${order} limit ${limit}
    `,
    window: {
      maxRows: pageRows,
      selectEnd: (after, rows) => sql`
        select key as "sortKey" from (${keysBehind(db, listing, { after, limit: 1, offset: rows - 1 })}) as last
      `,
    },
  }
}

/** Names whose entries in the index of coins one page reads. */
const maxAddressRows = 20_000

/** The index has the claim state behind the key, so names of the other state are passed over. */
function addressScan(db: Queryable, listing: NameListing, coinType: number): KeysetScan {
  const { domain, isClaimed } = listing
  const { scanIndex, scanRows } = dialectOf(db)
  const scan = (range: KeyRange) =>
    scanIndex({
      first: [
        [sql`domain_key`, sql`${domain.key}`],
        [sql`coin_type`, sql`${coinType}`],
      ],
      next: sql`subname_key`,
      direction: directionOf(listing),
      bounds: keyBounds,
      ...boundsOf(listing, range),
    })
  const state = isClaimed === undefined ? sql`true` : sql`is_claimed = ${isClaimed ? 1 : 0}`
  return {
    select: ({ after, end, limit }) => {
      const { condition, order } = scan({ after, end })
      return sql`
        select subname_key as key, subname_key as "sortKey" from subname_addresses
        where ${condition} and ${state} order by ${order} limit ${scanRows(limit)}
      `
    },
    window: {
      maxRows: maxAddressRows,
      selectEnd: (after, rows) => {
        const { condition, order } = scan({ after })
        return sql`
          select subname_key as "sortKey" from subname_addresses
          where ${condition} order by ${order} limit 1 offset ${scanRows(rows - 1)}
        `
      },
    },
  }
}

/** Names of one domain, none if it is blocked or deleted. */
export interface NameListing {
  readonly domain: Domain
  /** Claimed names (true) or reservations (false); absent: both. */
  readonly isClaimed?: boolean | undefined
  readonly has?: RecordFilter | undefined
  /** Normalized part of a label, without a dot; of less than three characters, its beginning. */
  readonly search?: string | undefined
  /** Beside `search`: names of these holders too. */
  readonly holder?: HolderRange | undefined
  /** Beside `search`: names with one of these tags too; absent: tags are not searched. */
  readonly tagged?: readonly number[] | undefined
  /** Beside `search`: names with a text of these words too, which are folded. */
  readonly words?: string | undefined
  /** Of the texts that are searched for `words`; absent: `searchedTextKeys`. */
  readonly textKeys?: readonly string[] | undefined
  /** Only names with this tag. */
  readonly tag?: number | undefined
  /** Not of a search: see `rankedScans`. */
  readonly order: NameOrder
}

/** `created`: oldest first, `-created`: newest first. */
export type NameOrder = 'oldest' | 'newest' | 'label'

/** Sort key of a name, unique in its domain: in the order of creation its `key`, else its label. */
export type SortKey = number | string

export interface KeysetRow {
  readonly key: number
  readonly sortKey: SortKey
}

interface KeysetRange {
  /** Exclusive; absent: from the start. */
  readonly after: SortKey | undefined
  /** Inclusive, null for the last; absent: to the last. */
  readonly end?: SortKey | RawBuilder<unknown> | undefined
  readonly limit: number
  /** Names to scan; absent: those of a page. */
  readonly maxRows?: number | undefined
}

/** One order of names, read from an index. */
export interface KeysetScan {
  /** Matching names, in order. */
  readonly select: (range: KeysetRange) => RawBuilder<KeysetRow>
  /** Absent for scans whose cost does not depend on how many names match. */
  readonly window?: ScanWindow | undefined
}

/** Names that an index finds, newest first, some of which do not match. */
export interface CandidateScan {
  readonly candidates: (range: {
    readonly after: SortKey | undefined
    readonly limit: number
  }) => RawBuilder<{ key: number }>
  readonly condition: RawBuilder<SqlBool>
}

export type NameScan = KeysetScan | CandidateScan

/** Bounds the names that one page scans for matches. */
interface ScanWindow {
  readonly maxRows: number
  /** Sort key of scanned name number `rows` behind `after`; no row if there are fewer. */
  readonly selectEnd: (after: SortKey | undefined, rows: number) => RawBuilder<{ readonly sortKey: SortKey }>
}

/** Usually fills a page. */
const firstWindowRows = 500

/** With `end`, the scan stopped there before the limit, and names behind it may match. */
interface ScannedRows {
  readonly rows: readonly KeysetRow[]
  readonly end: SortKey | undefined
}

export async function readScan(
  db: Queryable,
  scan: NameScan,
  { after, limit }: Pick<KeysetRange, 'after' | 'limit'>,
): Promise<ScannedRows> {
  if ('candidates' in scan) return readCandidates(db, scan, { after, limit, maxRows: maxNameRows })
  const { select, window } = scan
  const run = async (end?: KeysetRange['end']) => (await select({ after, end, limit }).execute(db)).rows
  if (!window) return { rows: await run(), end: undefined }
  const first = await run(window.selectEnd(after, firstWindowRows))
  if (first.length === limit) return { rows: first, end: undefined }
  const end = await endOfWindow(db, window, after, window.maxRows)
  const rows = await run(end)
  return { rows, end: rows.length === limit ? undefined : end }
}

/** Checks the newest few candidates first, then up to `maxRows`. */
export async function readCandidates(
  db: Queryable,
  { candidates, condition }: CandidateScan,
  { limit, maxRows, ...range }: Omit<KeysetRange, 'end'> & { readonly maxRows: number },
): Promise<ScannedRows> {
  const found: KeysetRow[] = []
  let after = range.after
  for (const rows of [firstWindowRows, maxRows - firstWindowRows]) {
    const { rows: checked } = await candidates({ after, limit: rows }).execute(db)
    if (checked.length > 0) {
      const isChecked = anyKeyOf(
        db,
        sql`subnames.key`,
        checked.map(({ key }) => key),
      )
      const matching = await sql<KeysetRow>`
        select subnames.key, subnames.key as "sortKey" from subnames where ${isChecked} and ${condition}
        order by subnames.key desc limit ${limit - found.length}
      `.execute(db)
      found.push(...matching.rows)
    }
    if (found.length === limit || checked.length < rows) return { rows: found, end: undefined }
    after = checked.at(-1)?.key
  }
  return { rows: found, end: after }
}

/** A value, because names added or removed between two statements would move it. */
export async function endOfWindow(
  db: Queryable,
  { selectEnd }: ScanWindow,
  after: SortKey | undefined,
  rows: number,
): Promise<SortKey | undefined> {
  const { rows: found } = await selectEnd(after, rows).execute(db)
  return found[0]?.sortKey
}
