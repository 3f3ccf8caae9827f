import { sql } from 'kysely'
import { nameIsLike, trigramsOf } from '../name-pattern.ts'
import type { NameMatch } from '../subname-filter.ts'
import type { Queryable } from '../tables.ts'

/** A text that more names may match is looked for by going through the names in the order asked for, till enough match. */
const maxCandidates = 2000

/** Sorts behind every character of a normalized name. */
const lastCharacter = '\u{10ffff}'

/**
 * The condition that a name is found by `text`. SQLite knows nothing of how often a trigram occurs, so what the index
 * finds is read first, up to a bound; above the bound the index is of no use.
 */
export const matchNameInSqlite = async (db: Queryable, chainId: number, text: string): Promise<NameMatch> => {
  const ids = await candidates(db, chainId, text)
  if (ids.length > maxCandidates) return { condition: nameIsLike(text), isNarrow: false }
  const condition = sql`subnames.id in (select value from json_each(${JSON.stringify(ids)})) and ${nameIsLike(text)}`
  return { condition: condition.$castTo<boolean>(), isNarrow: true }
}

const candidates = async (db: Queryable, chainId: number, text: string): Promise<readonly string[]> => {
  const trigrams = trigramsOf(text)
  const query = trigrams.length === 0 ? startingWith(chainId, text) : containing(trigrams)
  const { rows } = await sql<{ id: string }>`${query} limit ${maxCandidates + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

const startingWith = (chainId: number, text: string) => sql`
  select id from subnames where chain_id = ${chainId} and name >= ${text} and name < ${text + lastCharacter}`

const containing = (trigrams: readonly string[]) => {
  const expression = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
  return sql`
    select subname_id as id from subname_trigrams
    join subname_numbers on subname_numbers.number = subname_trigrams.rowid
    where subname_trigrams match ${expression}`
}
