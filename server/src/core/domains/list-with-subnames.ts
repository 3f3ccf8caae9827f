import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { findDomainsWithLatestSubname } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, paginate, toLimitOffset } from '../page.ts'
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
  const { items, totalCount, isTruncated } = await findDomainsWithLatestSubname(
    context.store.replica,
    chainId,
    toLimitOffset(input),
  )
  const withResolvers = items.map(async ({ domain, latestSubname }) => ({
    domain,
    resolver: await resolverOfDomain(context, domain),
    latestSubname,
  }))
  return paginate(input, totalCount, await Promise.all(withResolvers), isTruncated)
}
