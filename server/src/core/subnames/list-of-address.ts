import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { normalizeName } from '../../ens/name.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import { listSubnames } from '../../store/listing/subnames.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { type SubnameDetailsList, withDetailsOfEach } from './details-of-subnames.ts'

/** Bounds one response; the paged listing has all. */
export const maxSubnamesPerAddress = 1000

export interface ListSubnamesOfAddress {
  readonly chainId: number
  /** In the text form of its coin. */
  readonly address: string
  readonly coinType: number
  /** Absent: all. */
  readonly domains?: readonly string[] | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
}

/**
 * Lists the newest first; fewer when their records exceed the response size. None for the zero address, which means
 * unset.
 */
export async function listSubnamesOfAddress(
  context: CoreContext,
  input: ListSubnamesOfAddress,
): Promise<SubnameDetailsList> {
  const { replica } = context.store
  const { coinType, isClaimed } = input
  const chainId = requireSupportedChain(input.chainId)
  const coin = { coinType, address: parseAddress(coinType, input.address) }
  const names = input.domains?.map(normalizeName)
  if (coin.address === zeroAddress) return { items: [], isTruncated: false }
  const domains = names && (await findVisibleDomains(replica, { chainId, names }))
  const filter = { chainId, domains, isClaimed, coin }
  const pageQuery = {
    orderBy: 'createdAt',
    direction: 'desc',
    offset: 0,
    limit: maxSubnamesPerAddress,
  } as const
  const { items, isTruncated } = await listSubnames(replica, filter, pageQuery)
  return { items: await withDetailsOfEach(context, filter, items), isTruncated }
}
