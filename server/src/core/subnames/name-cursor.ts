import { maxLabelBytes } from '../../ens/name.ts'
import type { ErrorName } from '../../errors.ts'
import type { NameListing } from '../../store/listing/keyset-scan.ts'
import type { NamePosition } from '../../store/listing/name-pages.ts'
import { decodeCursor, encodeCursor, invalidCursorError, isKey, type ListIdentity } from '../cursor.ts'

export function encodeNameCursor(listing: NameListing, { rank, sortKey }: NamePosition): string {
  return encodeCursor(identityOf(listing), [rank, sortKey])
}

export function decodeNameCursor(listing: NameListing, cursor: string): NamePosition {
  const [rank, sortKey, ...rest] = decodeCursor(identityOf(listing), cursor)
  if (rest.length > 0 || !isRank(rank)) throw invalidCursorError()
  const isSortKey = isSortedByLabel(listing, rank) ? isLabel : isKey
  if (!isSortKey(sortKey)) throw invalidCursorError()
  return { rank, sortKey }
}

decodeNameCursor.errors = decodeCursor.errors satisfies readonly ErrorName[]

function identityOf({ domain, isClaimed, has, search, sort }: NameListing): ListIdentity {
  return ['names', domain.id, isClaimed ?? null, has ? JSON.stringify(has) : null, search ?? null, sort]
}

/** As `rankedScans` sorts them. */
function isSortedByLabel({ search, sort }: NameListing, rank: number): boolean {
  return search === undefined ? sort === 'label' : rank < 2
}

function isRank(value: unknown): value is number {
  return value === 0 || value === 1 || value === 2
}

/** No database stores U+0000. */
function isLabel(value: unknown): value is string {
  return typeof value === 'string' && Buffer.byteLength(value) <= maxLabelBytes && !value.includes('\0')
}
