import { readNames, readSubnames } from '../../store/listing/read-subnames.ts'
import { searchLabels } from '../../store/listing/search.ts'
import { listSubnameKeys } from '../../store/listing/subnames.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { type SubnameDetailsList, withDetailsOfEach } from './details-of-subnames.ts'
import { findDomainsByPrefix, parseSearchText } from './search-text.ts'

export interface SearchSubnames {
  readonly chainId: number
  /** From `parseSearchText`. */
  readonly text: string
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  readonly skip: number
  readonly take: number
}

/** In the order of `searchLabels`. A domain alone finds all its subnames, newest first. */
export async function searchSubnames(
  context: CoreContext,
  input: SearchSubnames,
): Promise<SubnameDetailsList> {
  const { filter, ids } = await searchIds(context, input)
  const { items, isTruncated } = await readSubnames(context.store.replica, ids)
  return { items: await withDetailsOfEach(context, filter, items), isTruncated }
}

/**
 * Reads only the names.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function searchNames(context: CoreContext, input: SearchSubnames): Promise<readonly string[]> {
  const { ids } = await searchIds(context, input)
  return readNames(context.store.replica, ids)
}

async function searchIds(context: CoreContext, input: SearchSubnames) {
  const { replica } = context.store
  const { isClaimed, skip: offset, take: limit } = input
  const chainId = requireSupportedChain(input.chainId)
  const searchText = parseSearchText(input.text)
  const { label } = searchText
  const filter = { chainId, isClaimed, domains: await findDomainsByPrefix(context, chainId, searchText) }
  const ids =
    label === undefined
      ? await listSubnameKeys(replica, filter, { orderBy: 'createdAt', direction: 'desc', offset, limit })
      : await searchLabels(replica, { ...filter, label }, { offset, limit })
  return { filter, ids }
}
