import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import type { ErrorName } from '../../errors.ts'
import { type DomainSearch, type FoundDomain, searchDomains } from '../../store/listing/domain-search.ts'
import type { CoreContext } from '../context.ts'
import { decodeCursor, encodeCursor, readKeyPosition } from '../cursor.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

export interface SearchInstanceDomains extends Omit<DomainSearch, 'before'> {
  /** Cursor of the previous page; absent: the first page. */
  readonly after?: string | undefined
}

export interface FoundDomains {
  readonly domains: readonly FoundDomain[]
  /** Cursor; absent on the last page. */
  readonly next: string | undefined
}

/** Domains of every workspace, newest first. */
export async function searchInstanceDomains(
  { store }: CoreContext,
  { text, chainId, isBlocked, after, limit }: SearchInstanceDomains,
): Promise<FoundDomains> {
  if (chainId !== undefined) requireSupportedChain(chainId)
  const filter = { text: text && normalizeSearchText(text), chainId, isBlocked }
  const list = ['instance-domains', filter.text ?? null, chainId ?? null, isBlocked ?? null]
  const before = after === undefined ? undefined : readKeyPosition(decodeCursor(list, after))
  const found = await searchDomains(store.db, { ...filter, before, limit: limit + 1 })
  const domains = found.slice(0, limit)
  const last = domains.at(-1)
  return {
    domains,
    next: found.length > limit && last ? encodeCursor(list, [last.domain.key]) : undefined,
  }
}

searchInstanceDomains.errors = [
  ...requireSupportedChain.errors,
  ...decodeCursor.errors,
] as const satisfies readonly ErrorName[]
