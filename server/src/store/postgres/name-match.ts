import { type SqlBool, sql } from 'kysely'
import { nameIsLike, trigramsOf } from '../name-pattern.ts'
import type { NameMatch, NameSearch } from '../subname-filter.ts'
import type { Queryable } from '../tables.ts'

/**
 * The condition that a name is found by `text`. PostgreSQL keeps statistics of the trigrams and chooses between their
 * index and another one itself.
 */
export const matchNameInPostgres = async (_db: Queryable, { text }: NameSearch): Promise<NameMatch> => {
  const trigrams = trigramsOf(text)
  const contains = sql<SqlBool>`subname_trigrams(subnames.name) @> ${trigrams}::text[] and ${nameIsLike(text)}`
  return { condition: trigrams.length === 0 ? nameIsLike(text) : contains, isNarrow: false }
}
