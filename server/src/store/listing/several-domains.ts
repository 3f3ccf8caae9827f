import { sql } from 'kysely'
import { type HolderRange, supportsSubstringSearch } from '../../ens/search-text.ts'
import type { Domain } from '../../model/domain.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { maxNameRows, type NameListing, readScan } from './creation.ts'
import { hasClaimState } from './filter.ts'
import { isHeldIn } from './holders.ts'
import { rankedScans } from './labels.ts'
import { isInRange, labelMatches, prefixRange } from './name-pattern.ts'
import { subnameCountOf } from './order.ts'

export interface SeveralDomainsSearch extends Pick<NameListing, 'isClaimed' | 'search'> {
  /** None of them blocked or deleted. */
  readonly domains: readonly Domain[]
  /** Names of holders in one of these too. */
  readonly holder?: HolderRange | undefined
}

interface RankedKey {
  readonly key: number
  readonly label: string
  /** Of `rankedScans`. */
  readonly rank: number
}

interface FoundKeys {
  readonly keys: readonly number[]
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
    keys: sorted.slice(0, limit).map(({ key }) => key),
    hasMore: hasMore || sorted.length > limit,
  }
}

/** Ranks whose names are in the order of their labels; those of others are newest first. */
const labelRanks = 2

function compareRanked(one: RankedKey, other: RankedKey): number {
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
  { domains, isClaimed, search: text, holder }: SeveralDomainsSearch,
  limit: number,
): Promise<readonly RankedKey[]> {
  const dialect = dialectOf(db)
  const label = dialect.withoutIndex(sql`subnames.label`)
  const isOfDomains = anyKeyOf(
    db,
    sql`subnames.domain_key`,
    domains.map(({ key }) => key),
  )
  const cases = [
    ...(text === undefined
      ? []
      : [
          sql`when ${label} = ${text} then 0`,
          sql`when ${isInRange(label, prefixRange(text))} then 1`,
          ...(supportsSubstringSearch(text) ? [sql`when ${labelMatches(dialect, text)} then 2`] : []),
        ]),
    ...(holder === undefined ? [] : [sql`when ${isHeldIn(holder)} then 3`]),
  ]
  const rank = cases.length === 0 ? sql`2` : sql`case ${sql.join(cases, sql` `)} end`
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

async function searchLarge(
  db: Queryable,
  { isClaimed, search, holder }: SeveralDomainsSearch,
  domain: Domain,
  limit: number,
): Promise<{ readonly keys: readonly RankedKey[]; readonly hasMore: boolean }> {
  const keys: RankedKey[] = []
  let hasMore = false
  for (const [rank, { open }] of largeScans({ domain, isClaimed, search, holder, order: 'newest' })) {
    if (keys.length >= limit) break
    const { rows, end } = await readScan(db, await open(db), { after: undefined, limit: limit - keys.length })
    keys.push(...rows.map(({ key, sortKey }) => ({ key, rank, label: `${sortKey}` })))
    hasMore ||= end !== undefined
  }
  return { keys, hasMore }
}

function largeScans(listing: NameListing) {
  const scans = rankedScans(listing)
  const { search, holder } = listing
  if (search !== undefined) return [...scans.entries()]
  return scans.map((scan) => [holder === undefined ? 2 : 3, scan] as const)
}
