import type { Hex } from 'viem'
import type { Resolver } from '../../model/resolver.ts'
import type { Queryable } from '../tables.ts'

/** Filters for resolver entries. `page` counts from 1. */
export interface ResolverListing {
  readonly id?: string | undefined
  readonly chainId?: number | undefined
  readonly address?: Hex | undefined
  readonly registryAddress?: Hex | undefined
  readonly environment?: string | undefined
  /** `subnameCount` is that of all domains in use with the resolver. */
  readonly orderBy: 'createdAt' | 'subnameCount'
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly limit: number
}

/** Lists resolver entries; ties are ordered by creation, then id. `totalCount` counts those of all pages. */
export async function listResolverPage(
  db: Queryable,
  listing: ResolverListing,
): Promise<{ readonly items: readonly Resolver[]; readonly totalCount: number }> {
  const { id, chainId, address, registryAddress, environment, orderBy, direction, page, limit } = listing
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

  const rows = await matching
    .selectAll()
    .$if(orderBy === 'subnameCount', (query) =>
      query.orderBy(
        ({ selectFrom }) =>
          selectFrom('domains')
            .select(({ fn, val }) => fn.coalesce(fn.sum<number>('subnameCount'), val(0)).as('count'))
            .whereRef('domains.resolverId', '=', 'resolvers.id')
            .where('domains.deletedAt', 'is', null),
        direction,
      ),
    )
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { items: rows, totalCount: count }
}
