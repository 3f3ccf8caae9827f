import { sql } from 'kysely'
import { isInRange, prefixRange, trigramsOf } from '../listing/name-pattern.ts'
import type { NameMatch, NameSearch } from '../listing/name-search.ts'
import type { Queryable } from '../tables.ts'

/** With more possible matches than this, scanning a chain in order finds the first of them sooner. */
const minCandidates = 1000

/** Reading a candidate costs as much as scanning this many names. */
const namesPerCandidate = 50

/**
 * The condition that a label matches `text`. SQLite has no statistics of trigrams, so the matches of the index are read first,
 * up to a bound.
 */
export async function matchNameInSqlite(db: Queryable, search: NameSearch): Promise<NameMatch> {
  const { text, pattern, candidateCount = 0 } = search
  const maxCandidates = Math.max(minCandidates, Math.ceil(candidateCount / namesPerCandidate))
  const trigrams = trigramsOf(text)
  const keys = await (trigrams.length === 0
    ? keysStartingWith(db, search, maxCandidates)
    : keysContaining(db, trigrams, maxCandidates))
  return keys === undefined
    ? { condition: pattern, isSelective: false }
    : {
        condition: sql`subnames.key in (select value from json_each(${JSON.stringify(keys)})) and ${pattern}`,
        isSelective: true,
      }
}

/** The keys of the names with all of these trigrams; `undefined` when there are too many. */
async function keysContaining(
  db: Queryable,
  trigrams: readonly string[],
  maxCandidates: number,
): Promise<readonly number[] | undefined> {
  const expression = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
  const { rows } = await sql<{ key: number }>`
    select rowid as key from subname_trigrams where subname_trigrams match ${expression} limit ${maxCandidates + 1}
  `.execute(db)
  return rows.length > maxCandidates ? undefined : rows.map(({ key }) => key)
}

/** The keys of the names that begin with a text; `undefined` when there are too many, by the index alone. */
async function keysStartingWith(
  db: Queryable,
  { text }: NameSearch,
  maxCandidates: number,
): Promise<readonly number[] | undefined> {
  const { rows } = await sql<{ key: number }>`
    select key from subnames where ${isInRange(sql`label`, prefixRange(text))} limit ${maxCandidates + 1}
  `.execute(db)
  return rows.length > maxCandidates ? undefined : rows.map(({ key }) => key)
}
