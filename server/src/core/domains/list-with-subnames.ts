import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { type DomainPosition, findDomainsWithLatestSubname } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, readNumberedPage } from '../page.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { resolverOfDomain } from '../subnames/subname-details.ts'

export interface DomainWithLatestSubname {
  readonly domain: Domain
  readonly resolver: Resolver
  readonly latestSubname: Subname | undefined
}

/** Includes domains without subnames. */
export async function listDomainsWithSubnames(
  context: CoreContext,
  input: OrderedPageRequest & { readonly chainId: number },
): Promise<Page<DomainWithLatestSubname>> {
  const chainId = requireSupportedChain(input.chainId)
  return readNumberedPage<DomainWithLatestSubname, DomainPosition>(
    context,
    {
      list: ['domains with subnames', chainId],
      read: async (query) => {
        const { replica } = context.store
        const { orderBy } = input
        const found = await findDomainsWithLatestSubname(replica, chainId, { ...query, orderBy })
        const withResolvers = found.items.map(async ({ domain, latestSubname }) => ({
          domain,
          resolver: await resolverOfDomain(context, domain),
          latestSubname,
        }))
        return { ...found, items: await Promise.all(withResolvers) }
      },
    },
    input,
  )
}
