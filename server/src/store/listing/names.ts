import { sql } from 'kysely'
import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../tables.ts'
import {
  endOfWindow,
  type KeysetRow,
  type NameListing,
  type NameScan,
  readCandidates,
  readScan,
  type SortKey,
} from './creation.ts'
import { hasRecord, maxCountedMatches, type NameCount } from './filter.ts'
import { rankedScans } from './labels.ts'
import { subnameCountOf } from './order.ts'
import { readSubnames } from './subnames.ts'

/** Where a page ends. */
export interface NamePosition {
  /** Of a scan of `rankedScans`. */
  readonly rank: number
  readonly sortKey: SortKey
}

interface NamePage {
  readonly items: readonly Subname[]
  /** Theirs, and maybe of some that are left out. */
  readonly keys: readonly number[]
  /** Absent on the last page. */
  readonly end: NamePosition | undefined
}

/**
 * The names behind a position, which stays valid while names are added and removed. A page may have fewer names than
 * `limit`, or none, before the last one: where the records are large, or few of many names match.
 */
export async function readNamePage(
  db: Queryable,
  listing: NameListing,
  { after, limit }: { readonly after: NamePosition | undefined; readonly limit: number },
): Promise<NamePage> {
  const { keys, end } = await readKeys(db, listing, after, limit)
  const ownKeys = keys.map(({ key }) => key)
  const { items, isTruncated, readCount } = await readSubnames(db, ownKeys)
  const { has } = listing
  return {
    keys: ownKeys,
    items: has === undefined ? items : items.filter(({ records }) => hasRecord(records, has)),
    end: isTruncated ? keys[readCount - 1]?.position : end,
  }
}

interface PositionedKey {
  readonly key: number
  readonly position: NamePosition
}

interface PositionedKeys extends Pick<NamePage, 'end'> {
  readonly keys: readonly PositionedKey[]
}

async function readKeys(
  db: Queryable,
  listing: NameListing,
  after: NamePosition | undefined,
  limit: number,
): Promise<PositionedKeys> {
  const keys: PositionedKey[] = []
  for (const { rank, open } of rankedScans(listing)) {
    if (rank < (after?.rank ?? 0)) continue
    const start = rank === after?.rank ? after.sortKey : undefined
    // One more than fits shows that there is another page.
    const found = await readScan(db, await open(db), { after: start, limit: limit + 1 - keys.length })
    keys.push(...found.rows.map((row) => toPositionedKey(row, rank)))
    if (keys.length > limit) return { keys: keys.slice(0, limit), end: keys[limit - 1]?.position }
    if (found.end !== undefined) return { keys, end: { rank, sortKey: found.end } }
  }
  return { keys, end: undefined }
}

function toPositionedKey({ key, sortKey }: KeysetRow, rank: number): PositionedKey {
  return { key, position: { rank, sortKey } }
}

/** Whether it may leave out names of the domain other than by their state. */
export function isFiltered({ search, holder, tagged, words, tag, has }: NameListing): boolean {
  return [search, holder, tagged, words, tag, has].some((filter) => filter !== undefined)
}

/** A count scans this many times the names of a page, up to so many. */
const countWindows = 5
const maxCountRows = 20_000

/**
 * Whole domains use their stored counts. `undefined` for names that have a text, because the database matches some
 * others too.
 */
export async function countNames(db: Queryable, listing: NameListing): Promise<NameCount | undefined> {
  const { domain, has } = listing
  const scans = rankedScans({ ...listing, order: 'oldest' })
  if (!isFiltered(listing))
    return { count: scans.length === 0 ? 0 : subnameCountOf(domain, listing), isExact: true }
  if (has?.kind === 'text') return undefined
  let count = 0
  let isExact = true
  for (const { open } of scans) {
    const part = await countScan(db, await open(db, maxCountedMatches), maxCountedMatches + 1 - count)
    count += part.count
    isExact &&= part.isExact
    if (count > maxCountedMatches) return { count: maxCountedMatches, isExact: false }
  }
  return { count, isExact }
}

async function countScan(db: Queryable, scan: NameScan, limit: number): Promise<NameCount> {
  if ('candidates' in scan) {
    const found = await readCandidates(db, scan, { after: undefined, limit, maxRows: maxCountRows })
    return { count: found.rows.length, isExact: found.end === undefined }
  }
  const { select, window } = scan
  const maxRows = Math.min(maxCountRows, countWindows * (window?.maxRows ?? 0))
  const end = window && (await endOfWindow(db, window, undefined, maxRows))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${select({ after: undefined, end, limit, maxRows })}) as matching
  `.execute(db)
  return { count: rows[0]?.count ?? 0, isExact: end === undefined }
}
