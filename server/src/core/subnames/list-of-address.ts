import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { normalizeName } from '../../ens/name.ts'
import { findOpenDomains } from '../../store/domain-listing.ts'
import { listSubnames } from '../../store/subname-listing.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'
import { type IssuedNames, issuedNames } from './issued-names.ts'

/** An answer holds no more: some addresses have names without number. The paged listing has them all. */
export const maxNamesOfAddress = 1000

export interface ListOfAddress {
  readonly chainId: number
  /** In the text form of its coin. */
  readonly address: string
  readonly coinType: number
  /** Only below these; absent: below all. */
  readonly domains?: readonly string[] | undefined
  /** Absent: claimed and unclaimed ones. */
  readonly isClaimed?: boolean | undefined
}

/**
 * The subnames that have an address as their address of a coin type, the newest `maxNamesOfAddress` of them, newest
 * first; fewer when their records take more than one answer may. The zero address has none: it stands for an address that
 * is not set.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `InvalidRecordException` for what is no address.
 */
export async function listSubnamesOfAddress(
  context: CoreContext,
  input: ListOfAddress,
): Promise<IssuedNames> {
  const { recent } = context.store
  const { coinType, isClaimed } = input
  const chainId = supportedChain(input.chainId)
  const coin = { coinType, address: parseAddress(coinType, input.address) }
  const names = input.domains?.map(normalizeName)
  if (coin.address === zeroAddress) return { items: [], isTruncated: false }
  const domains = names && (await findOpenDomains(recent, { chainId, names }))
  const filter = { chainId, domains, isClaimed, coin }
  const slice = { orderBy: 'createdAt', direction: 'desc', offset: 0, limit: maxNamesOfAddress } as const
  const { items, isTruncated } = await listSubnames(recent, filter, slice)
  return { items: await issuedNames(context, filter, items), isTruncated }
}
