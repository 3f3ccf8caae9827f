import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/stored-records.ts'
import type { Domain } from '../../model/domain.ts'
import { type IndexRange, keyBounds } from '../driver/index-range.ts'
import { anyKeyOf, dialectOf } from '../driver/sql-dialect.ts'
import { addressHash } from '../entities/address-index.ts'
import { endWithoutContenthash, storedTextKey } from '../entities/records-codec.ts'
import type { Queryable } from '../tables.ts'
import { labelMatches } from './name-pattern.ts'
import type { FoundKeys } from './name-search.ts'

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

/** Of a text that too many names may have for an index, a page or a count looks through as many. */
export const maxSearchedNames = 100_000

/** Of those that an address or a coin has: each is read at a place of its own. */
export const maxSearchedAddresses = 20_000

/** How many are counted. */
export function maxCountOf({ search, coin }: SubnameFilter): number {
  return search === undefined && coin?.address === undefined ? maxPassedNames : maxCountedMatches
}

/** Below this, scanning a domain's names costs less than the trigram index. */
const maxUnindexedNames = 10_000

export interface FilterSql {
  readonly source: RawBuilder<unknown>
  readonly condition: RawBuilder<SqlBool>
  /** Sort column, from the driving index. */
  readonly key: RawBuilder<number>
  /** Ranges of an index that have all rows, in the order of `key`; absent: the planner selects the index. */
  readonly ranges?: readonly Pick<IndexRange, 'first' | 'next' | 'bounds'>[] | undefined
}

/** Of a search. */
export interface NameMatch {
  /** The exact condition on a row of `subnames`, without an index. */
  readonly pattern: RawBuilder<SqlBool>
  /** Of an index: all that match, and some that only seem to; absent: too many for it. */
  readonly keys: FoundKeys
}

interface FilterOptions {
  readonly withDomain?: boolean
  /** Of the filter's search; absent: the search is left out. */
  readonly name?: NameMatch | undefined
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
export function buildFilterSql(
  db: Queryable,
  filter: SubnameFilter,
  { withDomain = false, name }: FilterOptions,
): FilterSql {
  const { coin } = filter
  const isSelective = name?.keys !== undefined
  if (coin && (coin.address !== undefined || !isSelective))
    return withDomain
      ? buildJoinedAddressSql(db, filter, coin, name)
      : buildAddressFilterSql(db, filter, coin, name)
  const joinsDomain = withDomain || filter.domains === undefined
  const domain = onlyDomain(filter)
  if (domain && !withDomain && !name && !coin)
    return {
      source: sql`subnames`,
      condition: sql`true`,
      key: sql`subnames.key`,
      ranges: rangesOfDomain(domain, filter),
    }
  const conditions = [
    ...(joinsDomain ? [isInVisibleDomain(filter, sql`subnames`)] : []),
    inScope(db, filter, sql`subnames`, isSelective),
    hasClaimState(filter),
    ...(coin ? [hasCoin(coin)] : []),
    ...(name ? [matchesName(db, name)] : []),
  ]
  return {
    source: joinsDomain ? sql`subnames cross join domains` : sql`subnames`,
    condition: allOf(conditions),
    key: sql`subnames.key`,
  }
}

function matchesName(db: Queryable, { pattern, keys }: NameMatch): RawBuilder<SqlBool> {
  return keys === undefined ? pattern : allOf([anyKeyOf(db, sql`subnames.key`, keys), pattern])
}

/** The only visible domain of a filter, even if others are given. */
export function onlyDomain(filter: SubnameFilter): Domain | undefined {
  const [domain, other] = visibleDomains(filter) ?? []
  return other === undefined ? domain : undefined
}

function rangesOfDomain({ key }: Domain, { isClaimed }: SubnameFilter): FilterSql['ranges'] {
  return [0, 1]
    .filter((state) => isClaimed === undefined || state === (isClaimed ? 1 : 0))
    .map((state) => ({
      first: [
        [sql`subnames.domain_key`, sql`${key}`],
        [sql`subnames.is_claimed`, sql.lit(state)],
      ],
      next: sql`subnames.key`,
      bounds: keyBounds,
    }))
}

type Coin = NonNullable<SubnameFilter['coin']>

/**
 * Address rows repeat every filtered column of the subname but the label. Their names and domains are looked up by scalar
 * subqueries: PostgreSQL would begin a join with any of the tables.
 */
function buildAddressFilterSql(
  db: Queryable,
  filter: SubnameFilter,
  coin: Coin,
  name: NameMatch | undefined,
): FilterSql {
  const { isClaimed } = filter
  const isSelective = name?.keys !== undefined
  // Both columns of the key of the rows, where the names are known.
  const range = isSelective ? undefined : rangeOfAddresses(filter, coin)
  const isInRange = range !== undefined && coin.address === undefined
  const conditions = [
    ...(range ? [] : [isAddressOf(coin)]),
    // Beside a range of its rows, the equality of a domain would be what the index is searched by.
    ...(isInRange ? [] : [inScope(db, filter, sql`subname_addresses`, coin.address !== undefined)]),
    ...(isClaimed === undefined ? [] : [sql`subname_addresses.is_claimed = ${isClaimed ? 1 : 0}`]),
    ...(filter.domains === undefined
      ? [sql`(select 1 from domains where ${isInVisibleDomain(filter, sql`subname_addresses`)}) is not null`]
      : []),
    ...(name?.keys ? [anyKeyOf(db, sql`subname_addresses.subname_key`, name.keys)] : []),
    ...(name
      ? [
          sql`(
            select 1 from subnames where subnames.key = subname_addresses.subname_key and ${name.pattern}
          ) is not null`,
        ]
      : []),
  ]
  return {
    source: sql`subname_addresses`,
    condition: allOf(conditions),
    key: sql`subname_addresses.subname_key`,
    ranges: range && [range],
  }
}

/** As `buildAddressFilterSql`, with the domain. */
function buildJoinedAddressSql(
  db: Queryable,
  filter: SubnameFilter,
  coin: Coin,
  name: NameMatch | undefined,
): FilterSql {
  const { isClaimed } = filter
  const conditions = [
    isInVisibleDomain(filter, sql`subname_addresses`),
    inScope(db, filter, sql`subname_addresses`, coin.address !== undefined),
    isAddressOf(coin),
    ...(isClaimed === undefined ? [] : [sql`subname_addresses.is_claimed = ${isClaimed ? 1 : 0}`]),
    ...(name ? [sql`subnames.key = subname_addresses.subname_key and ${matchesName(db, name)}`] : []),
  ]
  return {
    source: sql.join(
      [sql`subname_addresses`, ...(name ? [sql`subnames`] : []), sql`domains`],
      sql` cross join `,
    ),
    condition: allOf(conditions),
    key: sql`subname_addresses.subname_key`,
  }
}

function isAddressOf({ coinType, address }: Coin): RawBuilder<SqlBool> {
  return address === undefined
    ? sql`subname_addresses.coin_type = ${coinType}`
    : sql`subname_addresses.address_hash = ${hashOf({ coinType, address })}`
}

function hashOf(record: Parameters<typeof addressHash>[0]): RawBuilder<number> {
  return sql`cast(${addressHash(record)} as bigint)`
}

function rangeOfAddresses(filter: SubnameFilter, { coinType, address }: Coin) {
  const domain = onlyDomain(filter)
  const order = { next: sql`subname_addresses.subname_key`, bounds: keyBounds }
  if (address !== undefined)
    return {
      first: [[sql`subname_addresses.address_hash`, hashOf({ coinType, address })]],
      ...order,
    } as const
  return (
    domain &&
    ({
      first: [
        [sql`subname_addresses.domain_key`, sql`${domain.key}`],
        [sql`subname_addresses.coin_type`, sql`${coinType}`],
      ],
      ...order,
    } as const)
  )
}

/** Requires a joined domain. */
export const isDomainVisible = sql`domains.is_blocked = 0 and domains.deleted_at is null`

function isInVisibleDomain({ chainId }: SubnameFilter, table: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`domains.key = ${table}.domain_key and domains.chain_id = ${chainId} and ${isDomainVisible}`
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** What the filter searches; undefined: nothing. */
export async function findNameMatch(db: Queryable, filter: SubnameFilter): Promise<NameMatch | undefined> {
  const { chainId, search: text } = filter
  if (text === undefined) return undefined
  const candidateCount = countCandidates(filter)
  const pattern = labelMatches(dialectOf(db), text)
  if (candidateCount !== undefined && candidateCount <= maxUnindexedNames) return { pattern, keys: undefined }
  return { pattern, keys: await dialectOf(db).findNames(db, { chainId, text, pattern, candidateCount }) }
}

/** Names of the domains; absent: any domain. */
export function countCandidates(filter: SubnameFilter): number | undefined {
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

function hasCoin({ coinType }: Coin): RawBuilder<SqlBool> {
  return sql`
  exists (
    select 1 from subname_addresses
    where subname_addresses.domain_key = subnames.domain_key and subname_addresses.coin_type = ${coinType}
      and subname_addresses.subname_key = subnames.key
  )`
}

/** Whether a name has one of these tags, without an index of the tags. */
export function hasAnyTag(db: Queryable, tagKeys: readonly number[]): RawBuilder<SqlBool> {
  return sql`(
    select 1 from subname_tags where subname_key = subnames.key
      and ${anyKeyOf(db, dialectOf(db).withoutIndex(sql`tag_key`), tagKeys)} limit 1
  ) is not null`
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
