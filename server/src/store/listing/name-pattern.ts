import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { supportsSubstringSearch } from '../../ens/search-text.ts'
import type { SqlDialect } from '../driver/sql-dialect.ts'

/** Shorter texts have no trigram and match prefixes only. */
const trigramLength = 3

/** Enough to be selective; the pattern checks the rest of a longer text. */
const maxTrigrams = 60

/** Distinct, by code point; empty for shorter texts. */
export function trigramsOf(text: string): readonly string[] {
  const characters = [...text]
  const trigrams = characters
    .slice(0, maxTrigrams)
    .map((_, index) => characters.slice(index, index + trigramLength).join(''))
    .filter((trigram) => [...trigram].length === trigramLength)
  return [...new Set(trigrams)]
}

/** Sorts after every character of a normalized name. */
const lastCharacter = '\u{10ffff}'

/** Half-open, in database order. */
type PatternRange = readonly [from: string, to: string]

export function prefixRange(text: string): PatternRange {
  return [text, text + lastCharacter]
}

export function isInRange(column: RawBuilder<unknown>, [from, to]: PatternRange): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} >= ${from} and ${column} < ${to}`
}

/** Matches as `SubnameFilter.search` describes, without an index. */
export function labelMatches(
  { positionOf, withoutIndex }: Pick<SqlDialect, 'positionOf' | 'withoutIndex'>,
  text: string,
): RawBuilder<SqlBool> {
  const label = sql`subnames.label`
  return supportsSubstringSearch(text)
    ? sql<SqlBool>`${positionOf(label, text)} > 0`
    : isInRange(withoutIndex(label), prefixRange(text))
}
