import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings } from '../../model/policy.ts'
import type { Subname } from '../../model/subname.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { toDomain } from '../entities/domains.ts'
import { toPolicySettings } from '../entities/policies.ts'
import type { Queryable } from '../tables.ts'
import { isInRange, prefixRange } from './name-pattern.ts'
import type { LimitOffset, PageQuery } from './order.ts'
import { keysInOrder } from './order.ts'
import { readSubnames } from './subnames.ts'

interface DomainFilter {
  readonly chainId: number
  readonly workspaceId?: string | undefined
  readonly names?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
  /** Names that begin with `text`, the first `limit` in name order. */
  readonly namePrefix?: { readonly text: string; readonly limit: number } | undefined
}

function selectVisibleDomains(db: Queryable) {
  return db.selectFrom('domains').where('isBlocked', '=', false).where('deletedAt', 'is', null)
}

/** Unordered. */
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

export async function listChainsWithVisibleDomains(db: Queryable): Promise<readonly number[]> {
  const rows = await selectVisibleDomains(db).select('chainId').distinct().orderBy('chainId').execute()
  return rows.map(({ chainId }) => chainId)
}

/** Domains in use, including blocked ones, in id order; '' starts. */
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

/** Domains in use, unordered. */
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

/** By the id of each resolver that visible domains use, the name of one of these. */
export async function listNameOfEachResolver(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await selectVisibleDomains(db)
    .select(['resolverId', ({ fn }) => fn.min('name').as('name')])
    .groupBy('resolverId')
    .execute()
  return new Map(rows.map(({ resolverId, name }) => [resolverId, name]))
}

/** Counts visible domains on all chains that accept messages for any origin. */
export async function countDomainsAllowingAnyOrigin(db: Queryable): Promise<number> {
  const { count } = await selectVisibleDomains(db)
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('allowedOrigins', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts subnames of visible domains on all chains. */
export async function countAllSubnames(db: Queryable): Promise<number> {
  const { count } = await selectVisibleDomains(db)
    .select(({ fn }) => fn.sum<string | number | null>('subnameCount').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** `latestSubname` is `undefined` for a domain without subnames. */
interface DomainWithLatestSubname {
  readonly domain: Domain
  readonly latestSubname: Subname | undefined
}

interface DomainsWithLatestSubname {
  readonly items: readonly DomainWithLatestSubname[]
  /** Counts all pages. */
  readonly totalCount: number
  /** See `BoundedSubnames`. */
  readonly isTruncated: boolean
  /** The last domain; absent at the end of the list. */
  readonly end: DomainPosition | undefined
}

/** Of the column of the order. */
export type DomainPosition = readonly [value: number, id: string]

interface DomainPageQuery extends Omit<LimitOffset, 'afterKey'>, Pick<PageQuery, 'orderBy'> {
  /** Only domains behind this one; `offset` is 0 then. */
  readonly after?: DomainPosition | undefined
}

/** One page of the visible domains of a chain. */
export async function findDomainsWithLatestSubname(
  db: Queryable,
  chainId: number,
  { orderBy, direction, offset, limit, after }: DomainPageQuery,
): Promise<DomainsWithLatestSubname> {
  const visible = selectVisibleDomains(db).where('chainId', '=', chainId)
  const { count } = await visible
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const column = orderBy === 'subnameCount' ? 'subnameCount' : 'createdAt'
  // One more than fits shows that there is another page.
  const found = await visible
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, 'id'), direction === 'asc' ? '>' : '<', tuple(after?.[0] ?? 0, after?.[1] ?? '')),
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const rows = found.slice(0, limit)
  const latestKeys = await latestSubnameKeys(
    db,
    rows.map(({ key }) => key),
  )
  const keys = rows.flatMap(({ key }) => latestKeys.get(key) ?? [])
  const { items: subnames, isTruncated, readCount } = await readSubnames(db, keys)
  const latestSubnames = new Map(subnames.map((subname) => [subname.domainId, subname]))
  // A truncated page ends before the first domain whose newest subname did not fit.
  const end = isTruncated ? rows.findIndex(({ key }) => latestKeys.get(key) === keys[readCount]) : rows.length
  const listed = rows.slice(0, end)
  const items = listed.map((row) => ({ domain: toDomain(row), latestSubname: latestSubnames.get(row.id) }))
  const last = listed.at(-1)
  const hasNext = listed.length < found.length && last !== undefined
  return { items, totalCount: count, isTruncated, end: hasNext ? [last[column], last.id] : undefined }
}

async function latestSubnameKeys(
  db: Queryable,
  domainKeys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (domainKeys.length === 0) return new Map()
  const newest = keysInOrder(db, sql`domains.key`, {}, { direction: 'desc', limit: 1, offset: 0 })
  const rows = await db
    .selectFrom('domains')
    .select(['domains.key', sql<number | null>`(${newest})`.as('newest')])
    .where('domains.key', 'in', domainKeys)
    .execute()
  return new Map(rows.flatMap(({ key, newest }) => (newest === null ? [] : [[key, newest]])))
}

export interface DomainSearch {
  /** Part of the name, normalized; absent: any. */
  readonly text?: string | undefined
  /** Absent: every chain. */
  readonly chainId?: number | undefined
  /** Absent: both. */
  readonly isBlocked?: boolean | undefined
  /** Key of a domain, exclusive; absent: from the newest. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface FoundDomain {
  readonly domain: Domain
  readonly workspaceName: string
}

/** Domains in use of every workspace, newest first. Reads domains until a page is full. */
export async function searchDomains(
  db: Queryable,
  { text, chainId, isBlocked, before, limit }: DomainSearch,
): Promise<readonly FoundDomain[]> {
  const { positionOf } = dialectOf(db)
  const rows = await db
    .selectFrom('domains')
    .innerJoin('workspaces', 'workspaces.id', 'domains.workspaceId')
    .selectAll('domains')
    .select('workspaces.name as workspaceName')
    .where('domains.deletedAt', 'is', null)
    .$if(text !== undefined, (query) =>
      query.where(sql<boolean>`${positionOf(sql`domains.name`, text ?? '')} > 0`),
    )
    .$if(chainId !== undefined, (query) => query.where('domains.chainId', '=', chainId ?? 0))
    .$if(isBlocked !== undefined, (query) => query.where('domains.isBlocked', '=', isBlocked ?? false))
    .$if(before !== undefined, (query) => query.where('domains.key', '<', before ?? 0))
    .orderBy('domains.key', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ workspaceName, ...row }) => ({
    domain: toDomain(row),
    workspaceName,
  }))
}

export interface OpenDomain {
  readonly domain: Domain
  readonly policy: PolicySettings
}

interface OpenDomainsQuery {
  /** Absent: every chain. */
  readonly chainId?: number | undefined
  /** Key of a domain; 0: from the first. */
  readonly after: number
  readonly limit: number
}

/** Visible domains whose policy opens claims, whatever the time, in the order of their keys. */
export async function listOpenDomains(
  db: Queryable,
  { chainId, after, limit }: OpenDomainsQuery,
): Promise<readonly OpenDomain[]> {
  const rows = await db
    .selectFrom('policies')
    .innerJoin('domains', 'domains.key', 'policies.domainKey')
    .selectAll('domains')
    .select(['policies.version as settingsVersion', 'policies.claims', 'policies.settings'])
    // A literal, so that the partial index applies.
    .where('policies.claims', '=', sql.lit('open'))
    .where('policies.domainKey', '>', after)
    .where('domains.isBlocked', '=', false)
    .where('domains.deletedAt', 'is', null)
    .$if(chainId !== undefined, (query) => query.where('domains.chainId', '=', chainId ?? 0))
    .orderBy('policies.domainKey')
    .limit(limit)
    .execute()
  return rows.map(({ settingsVersion: version, claims, settings, ...domain }) => ({
    domain: toDomain(domain),
    policy: toPolicySettings({ version, claims, settings }),
  }))
}

export interface InstanceCounts {
  readonly workspaces: number
  /** In use, including blocked ones. */
  readonly domains: number
  /** Of these domains, including reservations. */
  readonly names: number
}

/** Reads all domains, but not their names. */
export async function countInstance(db: Queryable): Promise<InstanceCounts> {
  const counted = await db
    .selectFrom('domains')
    .select(({ fn, selectFrom }) => [
      selectFrom('workspaces').select(sql<number>`count(*)`.as('count')).as('workspaces'),
      fn.countAll<string | number>().as('domains'),
      fn.sum<string | number | null>('subnameCount').as('names'),
    ])
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const { workspaces, domains, names } = counted
  return { workspaces: Number(workspaces ?? 0), domains: Number(domains), names: Number(names ?? 0) }
}
