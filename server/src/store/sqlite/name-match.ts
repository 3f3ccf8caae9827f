import { sql } from 'kysely'
import { isInRange, prefixRange, trigramsOf } from '../listing/name-pattern.ts'
import type { NameMatch, NameSearch } from '../listing/name-search.ts'
import type { Queryable } from '../tables.ts'

/** When more names may match than this, going through a chain in order finds the first of them sooner. */
const minCandidates = 1000

/** Looking at a candidate costs as much as going through so many names. */
const namesPerCandidate = 50

/**
 * The condition that a label is found by `text`. SQLite does not know how often a trigram occurs, so what the index
 * finds is read first, up to a bound.
 */
export async function matchNameInSqlite(db: Queryable, search: NameSearch): Promise<NameMatch> {
  const { text, pattern, candidateCount = 0 } = search
  const maxCandidates = Math.max(minCandidates, Math.ceil(candidateCount / namesPerCandidate))
  const trigrams = trigramsOf(text)
  const ids = await (trigrams.length === 0
    ? idsStartingWith(db, search, maxCandidates)
    : idsContaining(db, trigrams, maxCandidates))
  return ids === undefined
    ? { condition: pattern, isSelective: false }
    : {
        condition: sql`subnames.id in (select value from json_each(${JSON.stringify(ids)})) and ${pattern}`,
        isSelective: true,
      }
}

/** The ids of the names that have all of these trigrams; `undefined` when there are too many. */
async function idsContaining(
  db: Queryable,
  trigrams: readonly string[],
  maxCandidates: number,
): Promise<readonly string[] | undefined> {
  const expression = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
  const { rows } = await sql<{ id: string }>`
    select subname_id as id from subname_trigrams cross join subname_numbers
    where subname_trigrams match ${expression} and number = subname_trigrams.rowid
    limit ${maxCandidates + 1}
  `.execute(db)
  return rows.length > maxCandidates ? undefined : rows.map(({ id }) => id)
}

/** The ids of the names that start with a text; `undefined` when there are too many, which the index alone tells. */
async function idsStartingWith(
  db: Queryable,
  { chainId, text }: NameSearch,
  maxCandidates: number,
): Promise<readonly string[] | undefined> {
  const starting = sql`
    from subnames where chain_id = ${chainId} and ${isInRange(sql`name`, prefixRange(text))}`
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select 1 ${starting} limit ${maxCandidates + 1})
  `.execute(db)
  if ((counted.rows[0]?.count ?? 0) > maxCandidates) return undefined
  const { rows } = await sql<{ id: string }>`select id ${starting}`.execute(db)
  return rows.map(({ id }) => id)
}
