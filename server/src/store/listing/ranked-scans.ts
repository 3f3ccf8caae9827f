import type { Queryable } from '../tables.ts'
import { creationScan } from './creation-scan.ts'
import { visibleDomains } from './filter.ts'
import type { KeysetScan, NameListing } from './keyset-scan.ts'
import { exactLabelScan, labelPrefixScan, labelScan } from './label-scan.ts'
import { labelSubstringScan } from './label-substring-scan.ts'
import { supportsSubstringSearch } from './name-pattern.ts'

interface RankedScan {
  /** `maxMatches`: see `NameSearch`. */
  readonly open: (db: Queryable, maxMatches?: number) => KeysetScan | Promise<KeysetScan>
}

/**
 * The scans of a listing, in its order; no name is in two. A search has the label itself, labels that begin with the
 * text, by label, and labels that contain it elsewhere, newest first. None if the domain is blocked or deleted.
 */
export function rankedScans(listing: NameListing): readonly RankedScan[] {
  const { domain, search: text, order } = listing
  if (visibleDomains({ chainId: domain.chainId, domains: [domain] })?.length === 0) return []
  if (text === undefined)
    return [{ open: (db) => (order === 'label' ? labelScan(db, listing) : creationScan(db, listing)) }]
  const ranks: RankedScan[] = [
    { open: (db) => exactLabelScan(db, listing, text) },
    { open: (db) => labelPrefixScan(db, listing, text) },
    { open: (db, maxMatches) => labelSubstringScan(db, listing, text, maxMatches) },
  ]
  return supportsSubstringSearch(text) ? ranks : ranks.slice(0, 2)
}
