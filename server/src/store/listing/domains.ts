import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { toDomain } from '../entities/domains.ts'
import type { Queryable } from '../tables.ts'
import { keysInOrder } from './keys-in-order.ts'
import { isInRange, prefixRange } from './name-pattern.ts'
import type { PageQuery } from './order.ts'
import { readSubnames } from './read-subnames.ts'

/** Filters for the domains of a chain that are neither deleted nor blocked. All filters apply together. */
export interface DomainFilter {
  readonly chainId: number
  readonly workspaceId?: string | undefined
  readonly names?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
  /** Only those whose name begins with this text, the first `limit` of them by name. */
  readonly namePrefix?: { readonly text: string; readonly limit: number } | undefined
}

function selectVisibleDomains(db: Queryable) {
  return db.selectFrom('domains').where('isBlocked', '=', false).where('deletedAt', 'is', null)
}

/** The visible domains, unordered. */
export async function findVisibleDomains(
  db: Queryable,
  { chainId, workspaceId, names, ids, namePrefix }: DomainFilter,
): Promise<readonly Domain[]> {
  if (names?.length === 0 || ids?.length === 0) return []
  const rows = await selectVisibleDomains(db)
    .selectAll()
    .where('chainId', '=', chainId)
    .$if(workspaceId !== undefined, (query) => query.where('workspaceId', '=', workspaceId ?? ''))
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(namePrefix !== undefined, (query) =>
      query
        .where(isInRange(sql`name`, prefixRange(namePrefix?.text ?? '')))
        .orderBy('name')
        .limit(namePrefix?.limit ?? 0),
    )
    .execute()
  return rows.map(toDomain)
}

/** The chains with visible domains. */
export async function listChainsWithVisibleDomains(db: Queryable): Promise<readonly number[]> {
  const rows = await selectVisibleDomains(db).select('chainId').distinct().orderBy('chainId').execute()
  return rows.map(({ chainId }) => chainId)
}

/** The next domains of a chain that are in use, blocked ones too, in the order of their ids; '' begins. */
export async function listDomainsAfter(
  db: Queryable,
  chainId: number,
  id: string,
  limit: number,
): Promise<readonly Domain[]> {
  const rows = await db
    .selectFrom('domains')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('deletedAt', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toDomain)
}

/** Some of the domains in use with a resolver entry, unordered. */
export async function listDomainsOfResolver(
  db: Queryable,
  resolverId: string,
  limit: number,
): Promise<readonly Domain[]> {
  const rows = await db
    .selectFrom('domains')
    .selectAll()
    .where('resolverId', '=', resolverId)
    .where('deletedAt', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(toDomain)
}

/** The number of domains in use, on every chain, that allow messages for any origin. */
export async function countDomainsAllowingAnyOrigin(db: Queryable): Promise<number> {
  const { count } = await selectVisibleDomains(db)
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('allowedOrigins', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The number of subnames below visible domains, on every chain. */
export async function countAllSubnames(db: Queryable): Promise<number> {
  const { count } = await selectVisibleDomains(db)
    .select(({ fn }) => fn.sum<string | number | null>('subnameCount').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** A domain and its newest subname, `undefined` without one. */
interface DomainWithLatestSubname {
  readonly domain: Domain
  readonly latestSubname: Subname | undefined
}

interface DomainsWithLatestSubname {
  readonly items: readonly DomainWithLatestSubname[]
  /** On all pages. */
  readonly totalCount: number
  /** See `BoundedSubnames`. */
  readonly isTruncated: boolean
}

/** One page of the visible domains of a chain. */
export async function findDomainsWithLatestSubname(
  db: Queryable,
  chainId: number,
  { orderBy, direction, offset, limit }: PageQuery,
): Promise<DomainsWithLatestSubname> {
  const visible = selectVisibleDomains(db).where('chainId', '=', chainId)
  const { count } = await visible
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await visible
    .selectAll()
    .orderBy(orderBy === 'subnameCount' ? 'subnameCount' : 'createdAt', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const latestKeys = await latestSubnameKeys(
    db,
    rows.map(({ key }) => key),
  )
  const keys = rows.flatMap(({ key }) => latestKeys.get(key) ?? [])
  const { items: subnames, isTruncated } = await readSubnames(db, keys)
  const latestSubnames = new Map(subnames.map((subname) => [subname.domainId, subname]))
  // A truncated page ends before the first domain whose newest subname did not fit.
  const end = isTruncated
    ? rows.findIndex(({ key, id }) => latestKeys.has(key) && !latestSubnames.has(id))
    : rows.length
  const items = rows
    .slice(0, end)
    .map((row) => ({ domain: toDomain(row), latestSubname: latestSubnames.get(row.id) }))
  return { items, totalCount: count, isTruncated }
}

/** The key of the newest subname of each of these domains that has subnames, by the key of the domain. */
async function latestSubnameKeys(
  db: Queryable,
  domainKeys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (domainKeys.length === 0) return new Map()
  const newest = keysInOrder(sql`domains.key`, {}, 'desc')
  const rows = await db
    .selectFrom('domains')
    .select(['domains.key', sql<number | null>`(${newest} limit 1)`.as('newest')])
    .where('domains.key', 'in', domainKeys)
    .execute()
  return new Map(rows.flatMap(({ key, newest }) => (newest === null ? [] : [[key, newest]])))
}
