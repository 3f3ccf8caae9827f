import { listIssuingDomains as read } from '../../store/domain-listing.ts'
import type { Domain } from '../../store/domains.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, pageOf, sliceOf } from '../page.ts'
import { type IssuedName, issuedName } from '../subnames/issued-name.ts'
import { supportedChain } from '../supported-chain.ts'

/** A domain that has subnames, and the newest of them. */
export interface IssuingDomain {
  readonly domain: Domain
  readonly newest: IssuedName
}

/**
 * One page of the domains of a chain that have subnames.
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
    newest: await issuedName(context, domain, newest),
  }))
  return pageOf(input, totalCount, await Promise.all(shown), isTruncated)
}
