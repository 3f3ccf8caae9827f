import { listIssuingDomains as read } from '../../store/domain-listing.ts'
import type { Domain } from '../../store/domains.ts'
import type { Resolver } from '../../store/resolvers.ts'
import type { Subname } from '../../store/subname-row.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, pageOf, sliceOf } from '../page.ts'
import { resolverOfDomain } from '../subnames/issued-name.ts'
import { supportedChain } from '../supported-chain.ts'

/** A domain, its resolver, and the newest of its subnames: `undefined` where it has none. */
export interface IssuingDomain {
  readonly domain: Domain
  readonly resolver: Resolver
  readonly newest: Subname | undefined
}

/**
 * One page of the domains of a chain, those without subnames too.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function listIssuingDomains(
  context: CoreContext,
  input: OrderedPageRequest & { readonly chainId: number },
): Promise<Page<IssuingDomain>> {
  const chainId = supportedChain(input.chainId)
  const { items, totalCount, isTruncated } = await read(context.store.recent, chainId, sliceOf(input))
  const shown = items.map(async ({ domain, newest }) => ({
    domain,
    resolver: await resolverOfDomain(context, domain),
    newest,
  }))
  return pageOf(input, totalCount, await Promise.all(shown), isTruncated)
}
