import { type DialectAdapter, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { trigramsOf } from '../listing/name-pattern.ts'
import type { NameMatch, NameSearch } from '../listing/name-search.ts'
import type { Queryable } from '../tables.ts'

/** Above this, an ordered scan finds the first matches sooner. */
const defaultMaxMatches = 1000

/** Share of names above which a trigram is common. */
const maxFrequency = 0.01

/** Trigrams per index query; the pattern checks the rest. */
const maxTrigrams = 4

/**
 * Reads matches by the rarest trigrams, up to a limit. Skips the index if all trigrams are common: its lists would be
 * long.
 */
export async function matchNameInPostgres(
  db: Queryable,
  { text, pattern, maxMatches = defaultMaxMatches }: NameSearch,
): Promise<NameMatch> {
  const trigrams = await rareTrigrams(db, trigramsOf(text))
  if (trigrams.length === 0) return { condition: pattern, isSelective: false }
  const { rows } = await sql<{ key: number }>`
    select key from subnames where subname_trigrams(label) @> ${trigrams}::text[] and ${pattern} limit ${maxMatches + 1}
  `.execute(db)
  if (rows.length > maxMatches) return { condition: pattern, isSelective: false }
  return {
    condition: sql<SqlBool>`subnames.key = any(${rows.map(({ key }) => key)}::int[])`,
    isSelective: true,
  }
}

/** Milliseconds; PostgreSQL changes them when it analyzes the table. */
const sharesTtlMs = 60_000

/** Shares of names, by trigram, of each database: parsing them takes longer than many a search. */
const trigramShares = new LRUCache<DialectAdapter, ReadonlyMap<string, number>, Queryable>({
  max: 8,
  ttl: sharesTtlMs,
  fetchMethod: (_adapter, _stale, { context: db }) => readTrigramShares(db),
})

async function readTrigramShares(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ trigram: string; share: number }>`
    select trigram, share from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (trigram, share)
    where schemaname = current_schema() and tablename = 'subnames_by_trigram'
  `.execute(db)
  return new Map(rows.map(({ trigram, share }) => [trigram, share]))
}

/** Empty if all are common. */
async function rareTrigrams(db: Queryable, trigrams: readonly string[]): Promise<readonly string[]> {
  if (trigrams.length === 0) return []
  const frequencies =
    (await trigramShares.fetch(db.getExecutor().adapter, { context: db })) ?? new Map<string, number>()
  const frequencyOf = (trigram: string) => frequencies.get(trigram) ?? 0
  const sorted = trigrams.toSorted((a, b) => frequencyOf(a) - frequencyOf(b))
  const [rarest] = sorted
  return rarest === undefined || frequencyOf(rarest) > maxFrequency ? [] : sorted.slice(0, maxTrigrams)
}
