import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import { type DomainSearch, type FoundDomain, searchDomains } from '../../store/listing/domain-search.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../cursor.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

export type InstanceDomain = FoundDomain

export interface SearchInstanceDomains extends Omit<DomainSearch, 'before' | 'limit'>, CursorRequest {}

/** Domains of every workspace, newest first. */
export async function searchInstanceDomains(
  context: CoreContext,
  { text, chainId, isBlocked, ...request }: SearchInstanceDomains,
): Promise<CursorPage<InstanceDomain>> {
  if (chainId !== undefined) requireSupportedChain(chainId)
  const filter = { text: text && normalizeSearchText(text), chainId, isBlocked }
  const list = {
    list: ['instance-domains', filter.text ?? null, chainId ?? null, isBlocked ?? null],
    positionOf: ({ domain }: FoundDomain) => domain.key,
    read: (before: number | undefined, limit: number) =>
      searchDomains(context.store.db, { ...filter, before, limit }),
  }
  return readPage(context, list, request)
}
