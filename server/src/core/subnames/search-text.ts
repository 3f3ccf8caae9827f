import { normalizeSearchText } from '../../ens/normalize-search-text.ts'
import type { Domain } from '../../model/domain.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'

/** What is searched for. */
export interface SearchText {
  /** A part of labels, normalized as far as it can be; `undefined` where the text begins with a dot. */
  readonly label: string | undefined
  /** How the names of domains begin, as is said behind the first dot; `undefined` where nothing is. */
  readonly domain: string | undefined
}

/** Reads a text that is searched for: a part of a label or, up to the first dot, of a label and behind it a domain. */
export function parseSearchText(text: string): SearchText {
  const [label, ...domain] = normalizeSearchText(text).split('.')
  return { label: label || undefined, domain: domain.join('.') || undefined }
}

/** Domains that one search goes through, the first of those whose name begins with the text. */
const maxDomains = 1000

/** The domains of a chain that a text names behind its dot; `undefined` where it names none. */
export async function findDomainsByPrefix(
  { store }: CoreContext,
  chainId: number,
  { domain: text }: SearchText,
): Promise<readonly Domain[] | undefined> {
  return text === undefined
    ? undefined
    : findVisibleDomains(store.replica, { chainId, namePrefix: { text, limit: maxDomains } })
}
