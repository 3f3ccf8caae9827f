import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { normalizeName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { findOpenDomains } from '../../store/domain-listing.ts'
import type { SubnameFilter } from '../../store/subname-filter.ts'
import type { CoreContext } from '../context.ts'
import { type OrderedPageRequest, type Page, pageOf } from '../page.ts'
import { supportedChain } from '../supported-chain.ts'
import type { IssuedName } from './issued-name.ts'
import { pageOfSubnames } from './page-of-subnames.ts'
import { domainsOfText, parseSearchText } from './search-text.ts'

/** Which subnames to list; every part that is given narrows. */
export interface ListSubnames extends OrderedPageRequest {
  readonly chainId: number
  readonly workspaceId?: string | undefined
  readonly domains?: readonly string[] | undefined
  /** In the text form of its coin. */
  readonly address?: string | undefined
  /** Of `address`, Ethereum's if absent; without an address, only subnames that have one of this coin type. */
  readonly coinType?: number | undefined
  /** As `parseSearchText` reads it: a part of the label; of less than three characters: its beginning. */
  readonly search?: string | undefined
  /** Absent: claimed and unclaimed ones. */
  readonly isClaimed?: boolean | undefined
}

/**
 * One page of the subnames of a workspace, of some domains or of an address. The zero address has none: it stands for an
 * address that is not set.
 *
 * @throws AppError `UnsupportedChainException`, `ScopeRequiredException` when none of these is given,
 * `InvalidNameException`, `InvalidRecordException` for what is no address.
 */
export async function listSubnames(context: CoreContext, input: ListSubnames): Promise<Page<IssuedName>> {
  const chainId = supportedChain(input.chainId)
  const { workspaceId, address, isClaimed } = input
  const names = input.domains?.map(normalizeName)
  const isOfDomains = workspaceId !== undefined || names !== undefined
  if (!isOfDomains && address === undefined)
    throw new AppError(
      'ScopeRequiredException',
      'Say whose subnames to list: give workspaceId, ensDomains or address.',
    )
  const coin = coinOf(input)
  if (coin?.address === zeroAddress) return pageOf(input, 0, [])
  const wanted = parseSearchText(input.search ?? '')
  const domains = isOfDomains
    ? (await findOpenDomains(context.store.recent, { chainId, workspaceId, names })).filter(({ name }) =>
        name.startsWith(wanted.domain ?? ''),
      )
    : await domainsOfText(context, chainId, wanted)
  const filter: SubnameFilter = { chainId, coin, domains, isClaimed, search: wanted.label }
  return pageOfSubnames(context, filter, input)
}

function coinOf({ address, coinType }: ListSubnames): SubnameFilter['coin'] {
  if (address === undefined) return coinType === undefined ? undefined : { coinType }
  const type = coinType ?? ethCoinType
  return { coinType: type, address: parseAddress(type, address) }
}
