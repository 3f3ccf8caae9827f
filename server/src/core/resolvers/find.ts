import { type ResolverListing, findResolvers as read } from '../../store/resolver-listing.ts'
import type { Resolver } from '../../store/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { type Page, type PageRequest, pageOf } from '../page.ts'
import { supportedChain } from '../supported-chain.ts'
import { parseContract } from './parse-entry.ts'

export interface FindResolvers extends PageRequest, Pick<ResolverListing, 'id' | 'environment' | 'orderBy'> {
  readonly chainId?: number | undefined
  readonly address?: string | undefined
  readonly registryAddress?: string | undefined
}

/**
 * One page of the resolvers that fit every criterion given; an absent one lets all through.
 *
 * @throws AppError `UnsupportedChainException`, `BadRequestException` for what is no address.
 */
export async function findResolvers(context: CoreContext, input: FindResolvers): Promise<Page<Resolver>> {
  const { chainId, address, registryAddress } = input
  const { items, totalCount } = await read(context.store.recent, {
    ...input,
    chainId: chainId === undefined ? undefined : supportedChain(chainId),
    address: address === undefined ? undefined : parseContract(address),
    registryAddress: registryAddress === undefined ? undefined : parseContract(registryAddress),
  })
  return pageOf(input, totalCount, items)
}
