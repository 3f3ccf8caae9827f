import { readSubnames } from './bounded-subnames.ts'
import { type Domain, toDomain } from './domains.ts'
import type { Slice } from './subname-order.ts'
import type { Subname } from './subname-row.ts'
import type { Queryable } from './tables.ts'

/** Which domains of a chain are meant, of those that are neither deleted nor blocked. Every part narrows. */
export interface DomainFilter {
  readonly chainId: number
  readonly workspaceId?: string | undefined
  readonly names?: readonly string[] | undefined
  readonly ids?: readonly string[] | undefined
}

const selectOpenDomains = (db: Queryable) =>
  db.selectFrom('domains').where('is_blocked', '=', 0).where('deleted_at', 'is', null)

/** The domains whose names may be shown, in no order. */
export const findOpenDomains = async (
  db: Queryable,
  { chainId, workspaceId, names, ids }: DomainFilter,
): Promise<readonly Domain[]> => {
  if (names?.length === 0 || ids?.length === 0) return []
  const rows = await selectOpenDomains(db)
    .selectAll()
    .where('chain_id', '=', chainId)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
  return rows.map(toDomain)
}

/** The chains on which there are domains that lookups are answered for. */
export const listOpenChains = async (db: Queryable): Promise<readonly number[]> => {
  const rows = await selectOpenDomains(db).select('chain_id').distinct().orderBy('chain_id').execute()
  return rows.map(({ chain_id }) => chain_id)
}

/** How many subnames there are below domains that are neither deleted nor blocked, on every chain. */
export const countAllSubnames = async (db: Queryable): Promise<number> => {
  const { count } = await selectOpenDomains(db)
    .select(({ fn }) => fn.sum<string | number | null>('subname_count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** A domain that has subnames, and the newest of them. */
interface IssuingDomain {
  readonly domain: Domain
  readonly newest: Subname
}

interface IssuingDomains {
  readonly items: readonly IssuingDomain[]
  /** Those of all pages. */
  readonly totalCount: number
  /** See `BoundedSubnames`. */
  readonly isTruncated: boolean
}

/** One page of the open domains of a chain that have subnames. */
export const listIssuingDomains = async (
  db: Queryable,
  chainId: number,
  { orderBy, direction, offset, limit }: Slice,
): Promise<IssuingDomains> => {
  const issuing = selectOpenDomains(db).where('chain_id', '=', chainId).where('subname_count', '>', 0)
  const { count } = await issuing
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await issuing
    .selectAll()
    .orderBy(orderBy === 'subnameCount' ? 'subname_count' : 'created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = await newestIds(
    db,
    rows.map(({ id }) => id),
  )
  const { items: subnames, isTruncated } = await readSubnames(db, ids)
  const newest = new Map(subnames.map((subname) => [subname.domainId, subname]))
  const items = rows.flatMap((row) => {
    const subname = newest.get(row.id)
    return subname ? [{ domain: toDomain(row), newest: subname }] : []
  })
  return { items, totalCount: count, isTruncated }
}

/** The ids of the newest subnames of these domains, in the order of the domains. */
const newestIds = async (db: Queryable, domainIds: readonly string[]): Promise<readonly string[]> => {
  if (domainIds.length === 0) return []
  const rows = await db
    .selectFrom('domains')
    .select((domain) => [
      'domains.id',
      domain
        .selectFrom('subnames')
        .select('subnames.id')
        .whereRef('subnames.domain_id', '=', 'domains.id')
        .orderBy('subnames.created_at', 'desc')
        .orderBy('subnames.id', 'desc')
        .limit(1)
        .as('newest'),
    ])
    .where('domains.id', 'in', domainIds)
    .execute()
  const newest = new Map(rows.map((row) => [row.id, row.newest]))
  return domainIds.flatMap((id) => newest.get(id) ?? [])
}
