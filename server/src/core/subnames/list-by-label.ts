import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import { countNamesByLabel, type LabelFilter, selectNamesByLabel } from '../../store/listing/by-label.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { type SubnameDetailsList, withDetailsOfEach } from './list.ts'

interface NamesByLabelQuery extends Omit<LabelFilter, 'domains' | 'addresses' | 'holder'> {
  readonly chainId: number
  /** Absent: all of the chain. */
  readonly domains?: readonly Domain[] | undefined
  /** Names with one of these as coin type 60. */
  readonly addresses?: readonly Hex[] | undefined
  readonly holder?: Hex | undefined
  readonly offset: number
  readonly limit: number
}

/** Claimed names in the order of their labels, by offset: a page shifts while names before it are added or removed. */
export async function listNamesByLabel(
  context: CoreContext,
  query: NamesByLabelQuery,
): Promise<SubnameDetailsList> {
  const filter = await filterOf(context, query)
  const { items, isTruncated } = await selectNamesByLabel(context.store.replica, filter, query)
  return {
    items: await withDetailsOfEach(context, { ...filter, chainId: query.chainId }, items),
    isTruncated,
  }
}

/** Of all pages of `listNamesByLabel`. */
export async function countNamesOfListing(
  context: CoreContext,
  query: Omit<NamesByLabelQuery, 'offset' | 'limit'>,
): Promise<number> {
  return countNamesByLabel(context.store.replica, await filterOf(context, query))
}

async function filterOf(
  context: CoreContext,
  { chainId, domains, ...filter }: Omit<NamesByLabelQuery, 'offset' | 'limit'>,
): Promise<LabelFilter & { readonly domains: readonly Domain[] }> {
  return {
    ...filter,
    domains:
      domains ??
      (await findVisibleDomains(context.store.replica, { chainId: requireSupportedChain(chainId) })),
  }
}
