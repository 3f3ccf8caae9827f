import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import { labelMatches } from './name-pattern.ts'
import type { NameMatch } from './name-search.ts'

/** Which subnames are meant. Those of blocked and of deleted domains never are. */
export interface SubnameFilter {
  readonly chainId: number
  /** Below these domains of the chain only; absent: below any. */
  readonly domains?: readonly Domain[] | undefined
  /** Only claimed ones (true) or only reservations (false); absent: both. */
  readonly isClaimed?: boolean | undefined
  /** Only those with an address of this coin type; with `address`, only those with this one. */
  readonly coin?: { readonly coinType: number; readonly address?: Hex | undefined } | undefined
  /**
   * Only those whose label contains this normalized text or, when it has less than three characters, begins with it. It
   * has no dot.
   */
  readonly search?: string | undefined
}

/** Looking at so many names of a domain one by one costs less than asking the index of the parts of names. */
const maxUnindexedNames = 10_000

/** A filter as parts of a statement. */
interface FilterSql {
  readonly source: RawBuilder<unknown>
  readonly condition: RawBuilder<SqlBool>
  /** The columns to sort by, where the index that the statement starts from has them. */
  readonly createdAt: RawBuilder<number>
  readonly id: RawBuilder<string>
}

/** The domains of a filter that are on its chain and neither blocked nor deleted. */
export function visibleDomains({ chainId, domains }: SubnameFilter): readonly Domain[] | undefined {
  return domains?.filter(
    (domain) => domain.chainId === chainId && !domain.isBlocked && domain.deletedAt === null,
  )
}

/**
 * Turns a filter into SQL. The joins are cross joins because SQLite goes through the tables of those in their order.
 * `domains` is joined when its columns are asked for (`withDomain`), or to leave out hidden domains where none are given.
 */
export async function buildFilterSql(
  db: Queryable,
  filter: SubnameFilter,
  { withDomain = false }: { readonly withDomain?: boolean } = {},
): Promise<FilterSql> {
  const { coin } = filter
  const name = await buildNameMatch(db, filter)
  const isSelective = name?.isSelective === true
  if (coin && (coin.address !== undefined || !isSelective))
    return buildAddressFilterSql(db, filter, coin, name, withDomain)
  const joinsDomain = withDomain || filter.domains === undefined
  const conditions = [
    ...(joinsDomain ? [sql`domains.id = subnames.domain_id and ${isDomainVisible}`] : []),
    inScope(db, filter, sql`subnames`, isSelective),
    hasClaimState(filter),
    ...(coin ? [hasCoin(coin)] : []),
    ...(name ? [name.condition] : []),
  ]
  return {
    source: joinsDomain ? sql`subnames cross join domains` : sql`subnames`,
    condition: allOf(conditions),
    createdAt: sql`subnames.created_at`,
    id: sql`subnames.id`,
  }
}

/** An address repeats what is asked about its subname, but for the name. */
function buildAddressFilterSql(
  db: Queryable,
  filter: SubnameFilter,
  { coinType, address }: NonNullable<SubnameFilter['coin']>,
  name: NameMatch | undefined,
  withDomain: boolean,
): FilterSql {
  const { chainId, isClaimed } = filter
  const joinsDomain = withDomain || filter.domains === undefined
  const conditions = [
    ...(joinsDomain ? [sql`domains.id = subname_addresses.domain_id and ${isDomainVisible}`] : []),
    sql`subname_addresses.coin_type = ${coinType}`,
    inScope(db, filter, sql`subname_addresses`, address !== undefined),
    ...(address === undefined
      ? []
      : [sql`subname_addresses.chain_id = ${chainId} and subname_addresses.address = ${address}`]),
    ...(isClaimed === undefined ? [] : [sql`subname_addresses.is_claimed = ${isClaimed ? 1 : 0}`]),
    ...(name ? [sql`subnames.id = subname_addresses.subname_id and ${name.condition}`] : []),
  ]
  return {
    source: sql.join(
      [sql`subname_addresses`, ...(name ? [sql`subnames`] : []), ...(joinsDomain ? [sql`domains`] : [])],
      sql` cross join `,
    ),
    condition: allOf(conditions),
    createdAt: sql`subname_addresses.created_at`,
    id: sql`subname_addresses.subname_id`,
  }
}

/** The condition that a joined domain is neither blocked nor deleted. */
export const isDomainVisible = sql`domains.is_blocked = 0 and domains.deleted_at is null`

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function buildNameMatch(db: Queryable, filter: SubnameFilter): Promise<NameMatch> | undefined {
  if (filter.search === undefined) return undefined
  const candidateCount = visibleDomains(filter)?.reduce((sum, { subnameCount }) => sum + subnameCount, 0)
  const { chainId, search: text } = filter
  const pattern = labelMatches(dialectOf(db), text)
  if (candidateCount !== undefined && candidateCount <= maxUnindexedNames)
    return Promise.resolve({ condition: pattern, isSelective: false })
  return dialectOf(db).matchName(db, { chainId, text, pattern, candidateCount })
}

/** Domains, or else the chain; they choose the index of their table unless something else is narrow. */
function inScope(
  db: Queryable,
  filter: SubnameFilter,
  table: RawBuilder<unknown>,
  isSelective: boolean,
): RawBuilder<SqlBool> {
  const { anyOf, withoutIndex } = dialectOf(db)
  const scopeColumn = (column: RawBuilder<unknown>) => (isSelective ? withoutIndex(column) : column)
  const ids = visibleDomains(filter)?.map(({ id }) => id)
  if (ids === undefined) return sql`${scopeColumn(sql`${table}.chain_id`)} = ${filter.chainId}`
  const domain = scopeColumn(sql`${table}.domain_id`)
  return ids.length === 1 ? sql`${domain} = ${ids[0]}` : anyOf(domain, ids)
}

/** The condition that a subname is claimed, or is not, as asked for. */
export function hasClaimState({ isClaimed }: Pick<SubnameFilter, 'isClaimed'>): RawBuilder<SqlBool> {
  return isClaimed === undefined ? sql`true` : sql`subnames.is_claimed = ${isClaimed ? 1 : 0}`
}

function hasCoin({ coinType }: NonNullable<SubnameFilter['coin']>): RawBuilder<SqlBool> {
  return sql`
  exists (
    select 1 from subname_addresses
    where subname_addresses.subname_id = subnames.id and subname_addresses.coin_type = ${coinType}
  )`
}
