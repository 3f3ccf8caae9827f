import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/records.ts'
import type { Domain } from '../../model/domain.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { addressHash } from '../entities/address-index.ts'
import { endWithoutContenthash, storedTextKey } from '../entities/records-codec.ts'
import type { Queryable } from '../tables.ts'
import { labelMatches } from './name-pattern.ts'
import type { NameMatch } from './name-search.ts'

/** Never matches subnames of blocked or deleted domains. */
export interface SubnameFilter {
  readonly chainId: number
  /** Absent: any domain. */
  readonly domains?: readonly Domain[] | undefined
  /** Claimed names (true) or reservations (false); absent: both. */
  readonly isClaimed?: boolean | undefined
  /** Names with an address of this coin type, or with exactly `address`. */
  readonly coin?: { readonly coinType: number; readonly address?: Hex | undefined } | undefined
  /** Matches labels that contain this normalized text without a dot, or begin with it below three characters. */
  readonly search?: string | undefined
}

/** A count of names that stops at a bound. */
export interface NameCount {
  readonly count: number
  /** False if there may be more. */
  readonly isExact: boolean
}

/** Matches of a search and names of an address are counted up to this: each is read. */
export const maxCountedMatches = 10_000

/** A list by number passes over at most this many names, and reads no more of an index to count. */
export const maxPassedNames = 1_000_000

/** How many are counted. */
export function maxCountOf({ search, coin }: SubnameFilter): number {
  return search === undefined && coin?.address === undefined ? maxPassedNames : maxCountedMatches
}

/** Below this, scanning a domain's names costs less than the trigram index. */
const maxUnindexedNames = 10_000

interface FilterSql {
  readonly source: RawBuilder<unknown>
  readonly condition: RawBuilder<SqlBool>
  /** Sort column, from the driving index. */
  readonly key: RawBuilder<number>
  /** False if `maxRows` left some out. */
  readonly readsAll: boolean
}

interface FilterOptions {
  readonly withDomain?: boolean
  /** Names of the domains to look through for a search that has too many matches for an index; absent: all of them. */
  readonly maxRows?: number
}

export function visibleDomains({ chainId, domains }: SubnameFilter): readonly Domain[] | undefined {
  return domains?.filter(
    (domain) => domain.chainId === chainId && !domain.isBlocked && domain.deletedAt === null,
  )
}

/**
 * Cross joins make SQLite join in the written order. `domains` is joined if `withDomain`, or to hide domains when
 * none are given.
 */
export async function buildFilterSql(
  db: Queryable,
  filter: SubnameFilter,
  { withDomain = false, maxRows }: FilterOptions = {},
): Promise<FilterSql> {
  const { coin } = filter
  const name = await buildNameMatch(db, filter)
  const isSelective = name?.isSelective === true
  if (coin && (coin.address !== undefined || !isSelective))
    return buildAddressFilterSql(db, filter, coin, name, withDomain)
  const joinsDomain = withDomain || filter.domains === undefined
  const conditions = [
    ...(joinsDomain ? [isInVisibleDomain(filter, sql`subnames`)] : []),
    inScope(db, filter, sql`subnames`, isSelective),
    hasClaimState(filter),
    ...(coin ? [hasCoin(coin)] : []),
  ]
  if (name && !isSelective && !joinsDomain && maxRows !== undefined)
    return {
      source: sql`(select key, label from subnames where ${allOf(conditions)} limit ${maxRows}) as subnames`,
      condition: name.condition,
      key: sql`subnames.key`,
      readsAll: (countCandidates(filter) ?? 0) <= maxRows,
    }
  return {
    source: joinsDomain ? sql`subnames cross join domains` : sql`subnames`,
    condition: allOf([...conditions, ...(name ? [name.condition] : [])]),
    key: sql`subnames.key`,
    readsAll: true,
  }
}

/** Address rows repeat every filtered column of the subname but the label. */
function buildAddressFilterSql(
  db: Queryable,
  filter: SubnameFilter,
  { coinType, address }: NonNullable<SubnameFilter['coin']>,
  name: NameMatch | undefined,
  withDomain: boolean,
): FilterSql {
  const { isClaimed } = filter
  const joinsDomain = withDomain || filter.domains === undefined
  const conditions = [
    ...(joinsDomain ? [isInVisibleDomain(filter, sql`subname_addresses`)] : []),
    inScope(db, filter, sql`subname_addresses`, address !== undefined),
    address === undefined
      ? sql`subname_addresses.coin_type = ${coinType}`
      : sql`subname_addresses.address_hash = cast(${addressHash({ coinType, address })} as bigint)`,
    ...(isClaimed === undefined ? [] : [sql`subname_addresses.is_claimed = ${isClaimed ? 1 : 0}`]),
    ...(name ? [sql`subnames.key = subname_addresses.subname_key and ${name.condition}`] : []),
  ]
  return {
    source: sql.join(
      [sql`subname_addresses`, ...(name ? [sql`subnames`] : []), ...(joinsDomain ? [sql`domains`] : [])],
      sql` cross join `,
    ),
    condition: allOf(conditions),
    key: sql`subname_addresses.subname_key`,
    readsAll: true,
  }
}

/** Requires a joined domain. */
export const isDomainVisible = sql`domains.is_blocked = 0 and domains.deleted_at is null`

function isInVisibleDomain({ chainId }: SubnameFilter, table: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`domains.key = ${table}.domain_key and domains.chain_id = ${chainId} and ${isDomainVisible}`
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function buildNameMatch(db: Queryable, filter: SubnameFilter): Promise<NameMatch> | undefined {
  if (filter.search === undefined) return undefined
  const candidateCount = countCandidates(filter)
  const { chainId, search: text } = filter
  const pattern = labelMatches(dialectOf(db), text)
  if (candidateCount !== undefined && candidateCount <= maxUnindexedNames)
    return Promise.resolve({ condition: pattern, isSelective: false })
  return dialectOf(db).matchName(db, { chainId, text, pattern, candidateCount })
}

/** Names of the domains; absent: any domain. */
function countCandidates(filter: SubnameFilter): number | undefined {
  return visibleDomains(filter)?.reduce((sum, { subnameCount }) => sum + subnameCount, 0)
}

/** The domains select the index unless another condition is selective. */
function inScope(
  db: Queryable,
  filter: SubnameFilter,
  table: RawBuilder<unknown>,
  isSelective: boolean,
): RawBuilder<SqlBool> {
  const { withoutIndex } = dialectOf(db)
  const keys = visibleDomains(filter)?.map(({ key }) => key)
  if (keys === undefined) return sql`true`
  const column = sql`${table}.domain_key`
  const domain = isSelective ? withoutIndex(column) : column
  return keys.length === 1 ? sql`${domain} = ${keys[0]}` : anyKeyOf(db, domain, keys)
}

export function hasClaimState({ isClaimed }: Pick<SubnameFilter, 'isClaimed'>): RawBuilder<SqlBool> {
  return isClaimed === undefined ? sql`true` : sql`subnames.is_claimed = ${isClaimed ? 1 : 0}`
}

function hasCoin({ coinType }: NonNullable<SubnameFilter['coin']>): RawBuilder<SqlBool> {
  return sql`
  exists (
    select 1 from subname_addresses
    where subname_addresses.domain_key = subnames.domain_key and subname_addresses.coin_type = ${coinType}
      and subname_addresses.subname_key = subnames.key
  )`
}

/** Names that have such a record. */
export type RecordFilter =
  | { readonly kind: 'address'; readonly coinType: number }
  | { readonly kind: 'text'; readonly key: string }
  | { readonly kind: 'contenthash' }

/**
 * Condition on a row of `subnames`. For a text it also matches rows with `large_texts`, which are too large to search,
 * and some values equal to the key: check the records with `hasRecord`.
 */
export function mayHaveRecord(db: Queryable, filter: RecordFilter): RawBuilder<SqlBool> {
  const { positionOf } = dialectOf(db)
  switch (filter.kind) {
    case 'address':
      // A scalar subquery: PostgreSQL would join `exists` with all addresses of the domain.
      return sql`(
        select 1 from subname_addresses where subname_addresses.domain_key = subnames.domain_key
          and subname_addresses.coin_type = ${filter.coinType} and subname_addresses.subname_key = subnames.key limit 1
      ) is not null`
    case 'text':
      return sql`(
        subnames.large_texts is not null or ${positionOf(sql`subnames.records`, storedTextKey(filter.key))} > 0
      )`
    case 'contenthash':
      return sql`subnames.records not like ${`%${endWithoutContenthash}`}`
  }
}

export function hasRecord({ texts, addresses, contenthash }: Records, filter: RecordFilter): boolean {
  switch (filter.kind) {
    case 'address':
      return addresses.some(({ coinType }) => coinType === filter.coinType)
    case 'text':
      return texts.some(({ key }) => key === filter.key)
    case 'contenthash':
      return contenthash !== null
  }
}
