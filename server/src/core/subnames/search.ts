import { listSubnames } from '../../store/subname-listing.ts'
import { searchLabels } from '../../store/subname-search.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'
import type { IssuedName } from './issued-name.ts'
import { issuedNames } from './issued-names.ts'
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
 * Finds subnames of a chain by their labels, in the order of `searchLabels`; behind a dot, only below the domains whose
 * name begins so. A text that names a domain alone finds all its subnames, newest first.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function searchSubnames(
  context: CoreContext,
  { chainId: chain, text, isClaimed, skip: offset, take: limit }: SearchSubnames,
): Promise<readonly IssuedName[]> {
  const { recent } = context.store
  const chainId = supportedChain(chain)
  const wanted = parseSearchText(text)
  const { label } = wanted
  const filter = { chainId, isClaimed, domains: await domainsOfText(context, chainId, wanted) }
  const found =
    label === undefined
      ? await listSubnames(recent, filter, { orderBy: 'createdAt', direction: 'desc', offset, limit })
      : await searchLabels(recent, { ...filter, label }, { offset, limit })
  return issuedNames(context, filter, found)
}
