import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Queryable } from '../tables.ts'

/** Absent criteria match all. */
export interface ResolverListing {
  readonly id?: string | undefined
  readonly chainId?: ChainId | undefined
  readonly address?: Hex | undefined
  readonly registryAddress?: Hex | undefined
  readonly environment?: string | undefined
  /** `subnameCount`: total of the domains in use with this resolver. */
  readonly orderBy: 'createdAt' | 'subnameCount'
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
  /** Only resolvers behind this one; `offset` is 0 then. */
  readonly after?: ResolverPosition | undefined
}

/** `count` is 0 in the order of creation. */
export type ResolverPosition = readonly [count: number, createdAt: number, id: string]

interface ResolverPage {
  readonly items: readonly Resolver[]
  /** Of all pages. */
  readonly totalCount: number
  /** The last resolver; absent at the end of the list. */
  readonly end: ResolverPosition | undefined
}

const namesOfResolver: RawBuilder<number> = sql`(
  select cast(coalesce(sum(domains.subname_count), 0) as bigint) from domains
  where domains.resolver_id = resolvers.id and domains.deleted_at is null
)`

/** Breaks ties by creation, then id. */
export async function listResolverPage(db: Queryable, listing: ResolverListing): Promise<ResolverPage> {
  const { id, chainId, address, registryAddress, environment, orderBy, direction, offset, limit, after } =
    listing
  const matching = db
    .selectFrom('resolvers')
    .where(({ and, eb }) =>
      and([
        ...(id === undefined ? [] : [eb('id', '=', id)]),
        ...(chainId === undefined ? [] : [eb('chainId', '=', chainId)]),
        ...(address === undefined ? [] : [eb('address', '=', address)]),
        ...(registryAddress === undefined ? [] : [eb('registryAddress', '=', registryAddress)]),
        ...(environment === undefined ? [] : [eb('environment', '=', environment)]),
      ]),
    )

  const sortCount = orderBy === 'subnameCount' ? namesOfResolver : sql<number>`0`
  const behind = sql.raw(direction === 'asc' ? '>' : '<')
  // One more than fits shows that there is another page.
  const found = await matching
    .selectAll()
    .select(sortCount.as('sortCount'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sortCount}, resolvers.created_at, resolvers.id) ${behind} (${sql.join(after ?? [])})`,
      ),
    )
    .orderBy('sortCount', direction)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    items: rows.map(({ sortCount: _, ...resolver }) => resolver),
    totalCount: count,
    end: found.length > limit && last ? [last.sortCount, last.createdAt, last.id] : undefined,
  }
}
