import { sql } from 'kysely'
import { isInRange, namesBeginningWith, trigramsOf } from '../name-pattern.ts'
import type { NameMatch, NameSearch } from '../subname-filter.ts'
import type { Queryable } from '../tables.ts'

/** When more names may match than this, going through a chain in order finds the first of them sooner. */
const minCandidates = 1000

/** Looking at a candidate costs as much as going through so many names. */
const namesACandidate = 50

/**
 * The condition that a label is found by `text`. SQLite does not know how often a trigram occurs, so what the index
 * finds is read first, up to a bound.
 */
export const matchNameInSqlite = async (db: Queryable, search: NameSearch): Promise<NameMatch> => {
  const { text, pattern, among = 0 } = search
  const bound = Math.max(minCandidates, Math.ceil(among / namesACandidate))
  const trigrams = trigramsOf(text)
  const ids = await (trigrams.length === 0
    ? startingWith(db, search, bound)
    : containing(db, trigrams, bound))
  return ids === undefined
    ? { condition: pattern, isNarrow: false }
    : {
        condition: sql`subnames.id in (select value from json_each(${JSON.stringify(ids)})) and ${pattern}`,
        isNarrow: true,
      }
}

/** The ids of the names that have all of these trigrams; `undefined` when there are too many. */
const containing = async (
  db: Queryable,
  trigrams: readonly string[],
  bound: number,
): Promise<readonly string[] | undefined> => {
  const expression = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
  const { rows } = await sql<{ id: string }>`
    select subname_id as id from subname_trigrams cross join subname_numbers
    where subname_trigrams match ${expression} and number = subname_trigrams.rowid
    limit ${bound + 1}
  `.execute(db)
  return rows.length > bound ? undefined : rows.map(({ id }) => id)
}

/** The ids of the names that start with a text; `undefined` when there are too many, which the index alone tells. */
const startingWith = async (
  db: Queryable,
  { chainId, text }: NameSearch,
  bound: number,
): Promise<readonly string[] | undefined> => {
  const starting = sql`
    from subnames where chain_id = ${chainId} and ${isInRange(sql`name`, namesBeginningWith(text))}`
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select 1 ${starting} limit ${bound + 1})
  `.execute(db)
  if ((counted.rows[0]?.count ?? 0) > bound) return undefined
  const { rows } = await sql<{ id: string }>`select id ${starting}`.execute(db)
  return rows.map(({ id }) => id)
}
