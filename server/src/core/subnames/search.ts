import { searchable } from '../../ens/searchable.ts'
import { listNames, listSubnames } from '../../store/subname-listing.ts'
import type { CoreContext } from '../context.ts'
import { supportedChain } from '../supported-chain.ts'
import { type IssuedNames, issuedNames } from './issued-names.ts'

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
export async function searchSubnames(context: CoreContext, input: SearchSubnames): Promise<IssuedNames> {
  const filter = filterOf(input)
  const { items, isTruncated } = await listSubnames(context.store.recent, filter, sliceOf(input))
  return { items: await issuedNames(context, filter, items), isTruncated }
}

/**
 * The same, but the names alone.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export const searchNames = async (
  { store }: CoreContext,
  input: SearchSubnames,
): Promise<readonly string[]> => listNames(store.recent, filterOf(input), sliceOf(input))

const filterOf = ({ chainId, text, isClaimed }: SearchSubnames) => ({
  chainId: supportedChain(chainId),
  search: searchable(text),
  isClaimed,
})

const sliceOf = ({ skip, take }: SearchSubnames) =>
  ({ orderBy: 'createdAt', direction: 'desc', offset: skip, limit: take }) as const
