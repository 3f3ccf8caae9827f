import type { Subname } from '../../model/subname.ts'
import type { Queryable } from '../tables.ts'
import { type KeysetRow, type NameListing, readScan, type SortKey } from './keyset-scan.ts'
import { rankedScans } from './ranked-scans.ts'
import { readSubnames } from './read-subnames.ts'
import { hasRecord } from './record-filter.ts'

/** Where a page ends. */
export interface NamePosition {
  /** Index of a scan of `rankedScans`. */
  readonly rank: number
  readonly sortKey: SortKey
}

interface NamePage {
  readonly items: readonly Subname[]
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
  const { items, isTruncated, readCount } = await readSubnames(
    db,
    keys.map(({ key }) => key),
  )
  const { has } = listing
  return {
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
  for (const [rank, { open }] of rankedScans(listing).entries()) {
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
