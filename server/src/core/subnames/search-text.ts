import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import type { Domain } from '../../model/domain.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

export interface SearchText {
  /** Normalized if possible; `undefined` if the text begins with a dot. */
  readonly label: string | undefined
  /** After the first dot; `undefined` without one. */
  readonly domain: string | undefined
}

/** `<part of a label>` or `<part of a label>.<beginning of a domain>`. */
export function parseSearchText(text: string): SearchText {
  const [label, ...domain] = normalizeSearchText(text).split('.')
  return { label: label || undefined, domain: domain.join('.') || undefined }
}

/** Maximum per search. */
const maxDomains = 1000

/** `undefined` without a domain in the text. */
export async function findDomainsByPrefix(
  { store }: CoreContext,
  chainId: number,
  { domain: text }: SearchText,
): Promise<readonly Domain[] | undefined> {
  return text === undefined
    ? undefined
    : findVisibleDomains(store.replica, { chainId, namePrefix: { text, limit: maxDomains } })
}
