import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import type { Domain } from '../../model/domain.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** A parsed search text. */
export interface SearchText {
  /** A part of labels, normalized as far as possible; `undefined` if the text begins with a dot. */
  readonly label: string | undefined
  /** The beginning of the domain, after the first dot; `undefined` without one. */
  readonly domain: string | undefined
}

/** Parses a search text: a part of a label, or a part of a label, a dot, and the beginning of a domain. */
export function parseSearchText(text: string): SearchText {
  const [label, ...domain] = normalizeSearchText(text).split('.')
  return { label: label || undefined, domain: domain.join('.') || undefined }
}

/** Domains that one search covers, at most. */
const maxDomains = 1000

/** The domains of a chain whose names begin with the text's domain; `undefined` where it has none. */
export async function findDomainsByPrefix(
  { store }: CoreContext,
  chainId: number,
  { domain: text }: SearchText,
): Promise<readonly Domain[] | undefined> {
  return text === undefined
    ? undefined
    : findVisibleDomains(store.replica, { chainId, namePrefix: { text, limit: maxDomains } })
}
