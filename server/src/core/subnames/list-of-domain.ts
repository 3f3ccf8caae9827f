import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import type { OrderedPageRequest, Page } from '../page.ts'
import { withReadReplica } from '../read-replica.ts'
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

/** A blocked domain lists none. */
export async function listSubnamesOfDomain(
  context: CoreContext,
  input: ListSubnamesOfDomain,
): Promise<Page<SubnameDetails>> {
  const { chainId, isClaimed, coinType } = input
  const domain = await requireDomain(withReadReplica(context), chainId, input.domain)
  const coin = coinType === undefined ? undefined : { coinType }
  const list = ['names of a domain', domain.id, isClaimed ?? null, coinType ?? null]
  return readPageOfSubnames(context, list, { chainId, domains: [domain], isClaimed, coin }, input)
}
