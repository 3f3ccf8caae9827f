import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { normalizeName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { SubnameFilter } from '../../store/listing/filter.ts'
import type { CoreContext } from '../context.ts'
import { emptyPage, type OrderedPageRequest, type Page } from '../page.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { readPageOfSubnames } from './page-of-subnames.ts'
import { findDomainsByPrefix, parseSearchText } from './search-text.ts'
import type { SubnameDetails } from './subname-details.ts'

/** Filters apply together. */
export interface ListSubnames extends OrderedPageRequest {
  readonly chainId: number
  readonly workspaceId?: string | undefined
  readonly domains?: readonly string[] | undefined
  /** In the text form of its coin. */
  readonly address?: string | undefined
  /** Of `address`, default Ethereum's; without an address, of any. */
  readonly coinType?: number | undefined
  /** From `parseSearchText`. Texts shorter than three characters match a label's beginning, others any part. */
  readonly search?: string | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
}

/** None for the zero address, which means unset. */
export async function listSubnames(context: CoreContext, input: ListSubnames): Promise<Page<SubnameDetails>> {
  const chainId = requireSupportedChain(input.chainId)
  const { workspaceId, address, isClaimed } = input
  const names = input.domains?.map(normalizeName)
  const isScopedToDomains = workspaceId !== undefined || names !== undefined
  if (!isScopedToDomains && address === undefined)
    throw new AppError('ScopeRequiredException', 'Give workspaceId, ensDomains or address.')
  const coin = coinOf(input)
  if (coin?.address === zeroAddress) return emptyPage(input)
  const searchText = parseSearchText(input.search ?? '')
  const domains = isScopedToDomains
    ? (await findVisibleDomains(context.store.replica, { chainId, workspaceId, names })).filter(({ name }) =>
        name.startsWith(searchText.domain ?? ''),
      )
    : await findDomainsByPrefix(context, chainId, searchText)
  const filter: SubnameFilter = { chainId, coin, domains, isClaimed, search: searchText.label }
  const scope = JSON.stringify([workspaceId, names?.toSorted(), coin, searchText])
  return readPageOfSubnames(context, ['subnames', chainId, scope, isClaimed ?? null], filter, input)
}

function coinOf({ address, coinType }: ListSubnames): SubnameFilter['coin'] {
  if (address === undefined) return coinType === undefined ? undefined : { coinType }
  const type = coinType ?? ethCoinType
  return { coinType: type, address: parseAddress(type, address) }
}
