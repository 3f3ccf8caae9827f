import { parseDomain } from '../../ens/name.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import type { OrderedPageRequest, Page } from '../page.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { readPageOfSubnames } from './page-of-subnames.ts'
import type { SubnameDetails } from './subname-details.ts'

export interface ListSubnamesOfDomain extends OrderedPageRequest {
  readonly chainId: number
  readonly domain: string
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  /** Only those with such an address. */
  readonly coinType?: number | undefined
}

/** A domain that is unknown, deleted or blocked lists none. */
export async function listSubnamesOfDomain(
  context: CoreContext,
  input: ListSubnamesOfDomain,
): Promise<Page<SubnameDetails>> {
  const { isClaimed, coinType } = input
  const chainId = requireSupportedChain(input.chainId)
  const name = parseDomain(input.domain)
  const domains = await findVisibleDomains(context.store.replica, { chainId, names: [name] })
  const coin = coinType === undefined ? undefined : { coinType }
  const list = ['names of a domain', chainId, name, isClaimed ?? null, coinType ?? null]
  return readPageOfSubnames(context, list, { chainId, domains, isClaimed, coin }, input)
}
