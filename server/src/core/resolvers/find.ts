import type { Resolver } from '../../model/resolver.ts'
import { listResolverPage, type ResolverListing } from '../../store/listing/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { type Page, type PageRequest, paginate } from '../page.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { parseContractAddress } from './parse-entry.ts'

export interface FindResolvers extends PageRequest, Pick<ResolverListing, 'id' | 'environment' | 'orderBy'> {
  readonly chainId?: number | undefined
  readonly address?: string | undefined
  readonly registryAddress?: string | undefined
}

/** The criteria apply together. */
export async function findResolvers(context: CoreContext, input: FindResolvers): Promise<Page<Resolver>> {
  const { chainId, address, registryAddress } = input
  const { items, totalCount } = await listResolverPage(context.store.replica, {
    ...input,
    chainId: chainId === undefined ? undefined : requireSupportedChain(chainId),
    address: address === undefined ? undefined : parseContractAddress(address),
    registryAddress: registryAddress === undefined ? undefined : parseContractAddress(registryAddress),
  })
  return paginate(input, totalCount, items)
}
