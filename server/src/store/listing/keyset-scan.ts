import type { RawBuilder } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Queryable } from '../tables.ts'
import type { RecordFilter } from './record-filter.ts'

/** Names of one domain, none if it is blocked or deleted. */
export interface NameListing {
  readonly domain: Domain
  /** Claimed names (true) or reservations (false); absent: both. */
  readonly isClaimed?: boolean | undefined
  readonly has?: RecordFilter | undefined
  /** Normalized part of a label, without a dot; of less than three characters, its beginning. */
  readonly search?: string | undefined
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

/** Bounds the names that one page scans for matches. */
export interface ScanWindow {
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
  { select, window }: KeysetScan,
  { after, limit }: Pick<KeysetRange, 'after' | 'limit'>,
): Promise<ScannedRows> {
  const run = async (end?: KeysetRange['end']) => (await select({ after, end, limit }).execute(db)).rows
  if (!window) return { rows: await run(), end: undefined }
  const first = await run(window.selectEnd(after, firstWindowRows))
  if (first.length === limit) return { rows: first, end: undefined }
  const end = await endOfWindow(db, window, after, window.maxRows)
  const rows = await run(end)
  return { rows, end: rows.length === limit ? undefined : end }
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
