import { searchable } from '../../ens/searchable.ts'
import { listSubnames } from '../../store/subname-listing.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'
import type { IssuedName } from './issued-name.ts'
import { issuedNames } from './issued-names.ts'

export interface SearchSubnames {
  readonly chainId: number
  /** A part of the name; of less than three characters: its beginning. */
  readonly text: string
  /** Absent: claimed and unclaimed ones. */
  readonly isClaimed?: boolean | undefined
  readonly skip: number
  readonly take: number
}

/**
 * Finds subnames of every domain of a chain by a part of their name, newest first.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function searchSubnames(
  context: CoreContext,
  { chainId, text, isClaimed, skip, take }: SearchSubnames,
): Promise<readonly IssuedName[]> {
  const filter = { chainId: supportedChain(chainId), search: searchable(text), isClaimed }
  const slice = { orderBy: 'createdAt', direction: 'desc', offset: skip, limit: take } as const
  return issuedNames(context, filter, await listSubnames(context.store.recent, filter, slice))
}
