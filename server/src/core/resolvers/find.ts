import type { Resolver } from '../../model/resolver.ts'
import {
  listResolverPage,
  type ResolverListing,
  type ResolverPosition,
} from '../../store/listing/resolvers.ts'
import type { CoreContext } from '../context.ts'
import { type Page, type PageRequest, readNumberedPage } from '../page.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { parseContractAddress } from './parse-entry.ts'

export interface FindResolvers extends PageRequest, Pick<ResolverListing, 'id' | 'environment' | 'orderBy'> {
  readonly chainId?: number | undefined
  readonly address?: string | undefined
  readonly registryAddress?: string | undefined
}

/** The criteria apply together. */
export async function findResolvers(context: CoreContext, input: FindResolvers): Promise<Page<Resolver>> {
  const { id, environment, orderBy } = input
  const criteria = {
    id,
    chainId: input.chainId === undefined ? undefined : requireSupportedChain(input.chainId),
    address: input.address === undefined ? undefined : parseContractAddress(input.address),
    registryAddress:
      input.registryAddress === undefined ? undefined : parseContractAddress(input.registryAddress),
    environment,
    orderBy,
  }
  return readNumberedPage<Resolver, ResolverPosition>(
    context,
    {
      list: ['resolvers', JSON.stringify(criteria)],
      read: (query) => listResolverPage(context.store.replica, { ...criteria, ...query }),
    },
    input,
  )
}
