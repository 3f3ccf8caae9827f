import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'

/** Shorter texts have no trigram; they are looked for at the start of names. */
const trigramLength = 3

/** No name needs more to be told from others; the pattern decides about the rest of a longer text. */
const maxTrigrams = 60

/** The different runs of three characters (code points) of a text; none when it is shorter. */
export function trigramsOf(text: string): readonly string[] {
  const characters = [...text]
  const trigrams = characters
    .slice(0, maxTrigrams)
    .map((_, index) => characters.slice(index, index + trigramLength).join(''))
    .filter((trigram) => [...trigram].length === trigramLength)
  return [...new Set(trigrams)]
}

/** Whether a text is looked for inside labels, too, and not only at their beginning. */
export function supportsSubstringSearch(text: string): boolean {
  return [...text].length >= trigramLength
}

/** Sorts behind every character of a normalized name. */
const lastCharacter = '\u{10ffff}'

/** Names from the first text on and before the second, in the order of the database. */
export type NameRange = readonly [from: string, to: string]

/** The names whose label is this text. A slash is the character that follows the dot. */
export function exactLabelRange(label: string): NameRange {
  return [`${label}.`, `${label}/`]
}

/** The names that begin with this text; without a dot in it, those whose label does. */
export function prefixRange(text: string): NameRange {
  return [text, text + lastCharacter]
}

export function isInRange(column: RawBuilder<unknown>, [from, to]: NameRange): RawBuilder<SqlBool> {
  return sql<SqlBool>`${column} >= ${from} and ${column} < ${to}`
}

/**
 * The condition that decides whether a name is found by `text`, as `SubnameFilter` says. No index is needed for it. A
 * label ends at the first dot, and the text has none, so it is in the label if it occurs before that dot.
 */
export function labelMatches(
  { positionOf }: Pick<SqlDialect, 'positionOf'>,
  text: string,
): RawBuilder<SqlBool> {
  const name = sql`subnames.name`
  if (!supportsSubstringSearch(text)) return isInRange(name, prefixRange(text))
  return sql<SqlBool>`${positionOf(name, text)} between 1 and ${positionOf(name, '.')} - 1`
}
