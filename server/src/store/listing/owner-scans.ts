import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchedTextKeys, supportsSubstringSearch } from '../../ens/search-text.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { filteredScan, type KeysetScan, maxNameRows, type NameListing } from './creation.ts'
import { hasAnyTag, mayHaveRecord } from './filter.ts'
import { isHeldIn } from './holders.ts'
import { labelMatches } from './name-pattern.ts'
import { subnameCountOf } from './order.ts'

/**
 * Whether a text of `searchedTextKeys` may have the words in its value. It also matches some that only seem to: check the name by
 * `matchReason`.
 */
export function mayHaveWords(db: Queryable, words: string): RawBuilder<SqlBool> {
  return dialectOf(db).textMatches(searchedTextKeys, JSON.stringify(words).slice(1, -1))
}

/** What no other scan of the listing finds. */
function isNew(db: Queryable, { search, holder, tag, has }: NameListing): readonly RawBuilder<SqlBool>[] {
  return [
    ...(search === undefined ? [] : [sql<SqlBool>`not (${labelMatches(dialectOf(db), search)})`]),
    ...(holder === undefined ? [] : [sql<SqlBool>`not (${isHeldIn(holder)})`]),
    ...(tag === undefined ? [] : [hasAnyTag(db, [tag])]),
    ...(has === undefined ? [] : [mayHaveRecord(db, has)]),
  ]
}

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/** Names with one of these tags that neither their label nor their holder lets the search find, newest first. */
export function taggedScan(db: Queryable, listing: NameListing, tagKeys: readonly number[]): KeysetScan {
  const { domain, isClaimed, has } = listing
  return filteredScan(db, { domain, isClaimed, has, order: 'newest', tagKeys }, allOf(isNew(db, listing)))
}

/** Names whose texts a page for their workspace reads, and a count. */
export const maxTextRows = 20_000

/** The same of a domain that is not small, for everyone. */
export const publicTextRows = 2000

/** Names with a text of these words that the other scans do not find, newest first. */
export function wordsScan(db: Queryable, listing: NameListing, words: string): KeysetScan {
  const { domain, isClaimed, has, tagged = [], tag } = listing
  const others = isNew(db, listing)
  const untagged = tagged.length === 0 ? [] : [sql<SqlBool>`not ${hasAnyTag(db, tagged)}`]
  const isSmall = subnameCountOf(domain, { isClaimed }) <= maxNameRows
  const { textRows = isSmall ? maxNameRows : publicTextRows } = listing
  const scan = filteredScan(
    db,
    { domain, isClaimed, has, order: 'newest', ...(tag !== undefined && { tagKeys: [tag] }) },
    allOf([mayHaveWords(db, words), ...others, ...untagged]),
    textRows,
  )
  return { ...scan, window: scan.window && { ...scan.window, maxCountedRows: listing.textRows } }
}

/** Short words match no text. */
export function searchesTexts(words: string | undefined): words is string {
  return words !== undefined && supportsSubstringSearch(words)
}
