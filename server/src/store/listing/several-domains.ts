import { sql } from 'kysely'
import { type HolderRange, supportsSubstringSearch } from '../../ens/search-text.ts'
import type { Domain } from '../../model/domain.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { maxNameRows, type NameListing, readScan } from './creation.ts'
import { hasClaimState } from './filter.ts'
import { isHeldIn } from './holders.ts'
import { rankedScans, ranks } from './labels.ts'
import { isInRange, labelMatches, prefixRange } from './name-pattern.ts'
import { subnameCountOf } from './order.ts'
import { mayHaveWords, searchesTexts } from './owner-scans.ts'

export interface SeveralDomainsSearch extends Pick<NameListing, 'isClaimed' | 'search' | 'words'> {
  /** None of them blocked or deleted. */
  readonly domains: readonly Domain[]
  /** Names of holders in one of these too. */
  readonly holder?: HolderRange | undefined
  /** Names with one of these tags too; absent: none. */
  readonly tagged?: readonly DomainTagKey[] | undefined
}

interface DomainTagKey {
  readonly key: number
  readonly domainKey: number
}

export interface RankedKey {
  readonly key: number
  readonly label: string
  /** Of `ranks`. */
  readonly rank: number
}

interface FoundKeys {
  readonly keys: readonly RankedKey[]
  /** Whether more names match, or may. */
  readonly hasMore: boolean
}

/**
 * The first names of all domains that a search finds, in the order of `rankedScans`; newest first without a text and a
 * holder. Small domains are read together, up to `maxNameRows` names a statement; larger ones each by its indexes.
 */
export async function searchSeveralDomains(
  db: Queryable,
  search: SeveralDomainsSearch,
  limit: number,
): Promise<FoundKeys> {
  const { small, large } = groupDomains(search)
  const found: RankedKey[] = []
  let hasMore = false
  for (const domains of small) found.push(...(await searchSmall(db, { ...search, domains }, limit + 1)))
  for (const domain of large) {
    const part = await searchLarge(db, search, domain, limit + 1)
    found.push(...part.keys)
    hasMore ||= part.hasMore
  }
  const sorted = found.toSorted(compareRanked)
  return {
    keys: sorted.slice(0, limit),
    hasMore: hasMore || sorted.length > limit,
  }
}

/** Ranks whose names are in the order of their labels; those of others are newest first. */
const labelRanks = 2

export function compareRanked(one: RankedKey, other: RankedKey): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  const byLabel = one.rank < labelRanks ? Buffer.compare(Buffer.from(one.label), Buffer.from(other.label)) : 0
  return byLabel || other.key - one.key
}

function groupDomains({ domains, isClaimed }: SeveralDomainsSearch) {
  const small: Domain[][] = []
  const large: Domain[] = []
  let names = 0
  for (const domain of domains) {
    const count = subnameCountOf(domain, { isClaimed })
    const group = small.at(-1)
    if (count > maxNameRows) large.push(domain)
    else if (group && names + count <= maxNameRows) {
      group.push(domain)
      names += count
    } else {
      small.push([domain])
      names = count
    }
  }
  return { small, large }
}

async function searchSmall(
  db: Queryable,
  { domains, isClaimed, search: text, holder, tagged, words }: SeveralDomainsSearch,
  limit: number,
): Promise<readonly RankedKey[]> {
  const dialect = dialectOf(db)
  const label = dialect.withoutIndex(sql`subnames.label`)
  const isOfDomains = anyKeyOf(
    db,
    sql`subnames.domain_key`,
    domains.map(({ key }) => key),
  )
  const tagKeys = tagKeysOf(domains, tagged)
  const cases = [
    ...(text === undefined
      ? []
      : [
          sql`when ${label} = ${text} then ${sql.lit(ranks.exact)}`,
          sql`when ${isInRange(label, prefixRange(text))} then ${sql.lit(ranks.beginning)}`,
          ...(supportsSubstringSearch(text)
            ? [sql`when ${labelMatches(dialect, text)} then ${sql.lit(ranks.part)}`]
            : []),
        ]),
    ...(holder === undefined ? [] : [sql`when ${isHeldIn(holder)} then ${sql.lit(ranks.holder)}`]),
    ...(tagKeys.length === 0
      ? []
      : [sql`when subnames.key in (${namesWith(db, tagKeys)}) then ${sql.lit(ranks.tag)}`]),
    ...(searchesTexts(words) ? [sql`when ${mayHaveWords(db, words)} then ${sql.lit(ranks.text)}`] : []),
  ]
  const isSearch = [text, holder, tagged, words].some((part) => part !== undefined)
  if (isSearch && cases.length === 0) return []
  const rank = cases.length === 0 ? sql.lit(ranks.part) : sql`case ${sql.join(cases, sql` `)} end`
  const { rows } = await sql<RankedKey>`
    with matching as materialized (
      select subnames.key, subnames.label, ${rank} as rank from subnames
      where ${isOfDomains} and ${hasClaimState({ isClaimed })}
    )
    select key, label, rank from matching where rank is not null
    order by rank, case when rank < ${sql.lit(labelRanks)} then label end, key desc limit ${limit}
  `.execute(db)
  return rows
}

function tagKeysOf(domains: readonly Domain[], tagged: SeveralDomainsSearch['tagged'] = []) {
  const domainKeys = new Set(domains.map(({ key }) => key))
  return tagged.flatMap(({ key, domainKey }) => (domainKeys.has(domainKey) ? [key] : []))
}

function namesWith(db: Queryable, tagKeys: readonly number[]) {
  return sql`select subname_key from subname_tags where ${anyKeyOf(db, sql`tag_key`, tagKeys)}`
}

async function searchLarge(
  db: Queryable,
  { isClaimed, search, holder, tagged, words }: SeveralDomainsSearch,
  domain: Domain,
  limit: number,
): Promise<{ readonly keys: readonly RankedKey[]; readonly hasMore: boolean }> {
  const keys: RankedKey[] = []
  let hasMore = false
  const ofDomain = tagged && tagKeysOf([domain], tagged)
  const listing: NameListing = {
    ...{ domain, isClaimed, search, holder, tagged: ofDomain, words },
    order: 'newest',
  }
  for (const { rank, open } of rankedScans(listing)) {
    if (keys.length >= limit) break
    const { rows, end } = await readScan(db, await open(db), { after: undefined, limit: limit - keys.length })
    keys.push(...rows.map(({ key, sortKey }) => ({ key, rank, label: `${sortKey}` })))
    hasMore ||= end !== undefined
  }
  return { keys, hasMore }
}
