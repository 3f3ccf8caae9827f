import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'

/** Shorter texts have no trigram; they are searched at the start of names. */
const trigramLength = 3

/** Enough to be selective; the pattern checks the rest of a longer text. */
const maxTrigrams = 60

/** The distinct trigrams (of code points) of a text; empty when it is shorter. */
export function trigramsOf(text: string): readonly string[] {
  const characters = [...text]
  const trigrams = characters
    .slice(0, maxTrigrams)
    .map((_, index) => characters.slice(index, index + trigramLength).join(''))
    .filter((trigram) => [...trigram].length === trigramLength)
  return [...new Set(trigrams)]
}

/** Whether a text is searched inside labels, too, and not only at their beginning. */
export function supportsSubstringSearch(text: string): boolean {
  return [...text].length >= trigramLength
}

/** Sorts behind every character of a normalized name. */
const lastCharacter = '\u{10ffff}'

/** Labels from the first text up to, but not including, the second, in the order of the database. */
type LabelRange = readonly [from: string, to: string]

/** The range of labels that begin with this text. */
export function prefixRange(text: string): LabelRange {
  return [text, text + lastCharacter]
}

export function isInRange(column: RawBuilder<unknown>, [from, to]: LabelRange): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} >= ${from} and ${column} < ${to}`
}

/** The exact condition for a match of `text`, as in `SubnameFilter`, without an index. */
export function labelMatches(
  { positionOf }: Pick<SqlDialect, 'positionOf'>,
  text: string,
): RawBuilder<SqlBool> {
  const label = sql`subnames.label`
  return supportsSubstringSearch(text)
    ? sql<SqlBool>`${positionOf(label, text)} > 0`
    : isInRange(label, prefixRange(text))
}
