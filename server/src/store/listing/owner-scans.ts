import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchedTextKeys, supportsSubstringSearch } from '../../ens/search-text.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { type CandidateScan, filteredScan, type KeysetScan, type NameListing } from './creation.ts'
import { hasAnyTag, hasClaimState, mayHaveRecord } from './filter.ts'
import { isHeldIn } from './holders.ts'
import { labelMatches } from './name-pattern.ts'

/** Whether a text of these keys may have the words in its value. Check the name by `matchReason`: some only seem to. */
export function mayHaveWords(
  db: Queryable,
  words: string,
  keys: readonly string[] = searchedTextKeys,
): RawBuilder<SqlBool> {
  return dialectOf(db).textMatches(keys, inJson(words))
}

function inJson(words: string): string {
  return JSON.stringify(words).slice(1, -1)
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

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/** Names with one of these tags that neither their label nor their holder lets the search find, newest first. */
export function taggedScan(db: Queryable, listing: NameListing, tagKeys: readonly number[]): KeysetScan {
  const { domain, isClaimed, has } = listing
  return filteredScan(db, { domain, isClaimed, has, order: 'newest', tagKeys }, allOf(isNew(db, listing)))
}

/** Names with a text of these words that the other scans do not find, newest first. */
export function wordsScan(db: Queryable, listing: NameListing, words: string): CandidateScan {
  const { domain, isClaimed, tagged = [], textKeys } = listing
  return {
    candidates: ({ after, limit }) =>
      dialectOf(db).keysWithText({
        ...{ domainKey: domain.key, words: inJson(words), limit },
        after: after === undefined ? undefined : sql`${after}`,
      }),
    condition: allOf([
      sql`${dialectOf(db).withoutIndex(sql`subnames.domain_key`)} = ${domain.key}`,
      hasClaimState({ isClaimed }),
      ...isNew(db, listing),
      ...(tagged.length === 0 ? [] : [sql`not ${hasAnyTag(db, tagged)}`]),
      mayHaveWords(db, words, textKeys),
    ]),
  }
}

/** Short words match no text. */
export function searchesTexts(words: string | undefined): words is string {
  return words !== undefined && supportsSubstringSearch(words)
}
