import { readNames, readSubnames } from '../../store/read-subnames.ts'
import { listSubnameIds } from '../../store/subname-listing.ts'
import { searchLabelIds } from '../../store/subname-search.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'
import { type IssuedNames, issuedNames } from './issued-names.ts'
import { domainsOfText, parseSearchText } from './search-text.ts'

export interface SearchSubnames {
  readonly chainId: number
  /** As `parseSearchText` reads it. */
  readonly text: string
  /** Absent: claimed and unclaimed ones. */
  readonly isClaimed?: boolean | undefined
  readonly skip: number
  readonly take: number
}

/**
 * Finds subnames of a chain by their labels, in the order of `searchLabelIds`; behind a dot, only below the domains whose
 * name begins so. A text that names a domain alone finds all its subnames, newest first.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function searchSubnames(context: CoreContext, input: SearchSubnames): Promise<IssuedNames> {
  const { filter, ids } = await search(context, input)
  const { items, isTruncated } = await readSubnames(context.store.recent, ids)
  return { items: await issuedNames(context, filter, items), isTruncated }
}

/**
 * Finds as `searchSubnames` does, and reads the names without their records.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function searchNames(context: CoreContext, input: SearchSubnames): Promise<readonly string[]> {
  const { ids } = await search(context, input)
  return readNames(context.store.recent, ids)
}

async function search(context: CoreContext, input: SearchSubnames) {
  const { recent } = context.store
  const { isClaimed, skip: offset, take: limit } = input
  const chainId = supportedChain(input.chainId)
  const wanted = parseSearchText(input.text)
  const { label } = wanted
  const filter = { chainId, isClaimed, domains: await domainsOfText(context, chainId, wanted) }
  const ids =
    label === undefined
      ? await listSubnameIds(recent, filter, { orderBy: 'createdAt', direction: 'desc', offset, limit })
      : await searchLabelIds(recent, { ...filter, label }, { offset, limit })
  return { filter, ids }
}
