import { sql } from 'kysely'
import { isInRange, prefixRange, trigramsOf } from '../listing/name-pattern.ts'
import type { NameMatch, NameSearch } from '../listing/name-search.ts'
import type { Queryable } from '../tables.ts'

/** Above this, an ordered scan finds the first matches sooner. */
const minCandidates = 1000

/** A candidate costs as much as scanning this many names. */
const namesPerCandidate = 50

/** SQLite has no trigram frequencies, so it reads index matches up to a limit. */
export async function matchNameInSqlite(db: Queryable, search: NameSearch): Promise<NameMatch> {
  const { text, pattern, candidateCount = 0 } = search
  const maxCandidates =
    search.maxMatches ?? Math.max(minCandidates, Math.ceil(candidateCount / namesPerCandidate))
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

/** `undefined` above the limit. */
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

/** `undefined` above the limit; reads the index only. */
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
