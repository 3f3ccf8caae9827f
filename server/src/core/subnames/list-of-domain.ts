import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import type { OrderedPageRequest, Page } from '../page.ts'
import { reading } from '../reading.ts'
import type { IssuedName } from './issued-name.ts'
import { pageOfSubnames } from './page-of-subnames.ts'

export interface ListOfDomain extends OrderedPageRequest {
  readonly chainId: number
  readonly domain: string
  /** Absent: claimed and unclaimed ones. */
  readonly isClaimed?: boolean | undefined
  /** Only those with an address of this coin type. */
  readonly coinType?: number | undefined
}

/**
 * One page of a domain's subnames. A blocked domain lists none.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `EnsNotFound`.
 */
export async function listSubnamesOf(context: CoreContext, input: ListOfDomain): Promise<Page<IssuedName>> {
  const { chainId, isClaimed, coinType } = input
  const domain = await requireDomain(reading(context), chainId, input.domain)
  const coin = coinType === undefined ? undefined : { coinType }
  return pageOfSubnames(context, { chainId, domains: [domain], isClaimed, coin }, input)
}
