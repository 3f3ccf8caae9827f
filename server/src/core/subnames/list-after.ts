import { AppError, type ErrorName } from '../../errors.ts'
import type { NameListing, NameSort } from '../../store/listing/keyset-scan.ts'
import { countNames, type NameCount } from '../../store/listing/name-count.ts'
import { readNamePage } from '../../store/listing/name-pages.ts'
import type { RecordFilter } from '../../store/listing/record-filter.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { withReadReplica } from '../read-replica.ts'
import { withDetailsOfEach } from './details-of-subnames.ts'
import { decodeNameCursor, encodeNameCursor } from './name-cursor.ts'
import { parseSearchText } from './search-text.ts'
import type { SubnameDetails } from './subname-details.ts'

/** Filters apply together. */
export interface ListSubnamesAfter {
  readonly chainId: number
  readonly domain: string
  /** Cursor of the previous page; absent: the first page. */
  readonly after?: string | undefined
  readonly limit: number
  /** For `parseSearchText`. */
  readonly search?: string | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  readonly has?: RecordFilter | undefined
  /** Not with a search; absent: `created`. */
  readonly sort?: NameSort | undefined
  /** Counts the matches of `search` and `has`. */
  readonly count: boolean
}

export interface SubnamesAfter {
  readonly items: readonly SubnameDetails[]
  /** Cursor; absent on the last page. */
  readonly next: string | undefined
  readonly total: NameCount | undefined
}

/**
 * Every page costs about the same. The cursor is valid while names are added and removed: a name that is there all
 * the time is listed once. A blocked domain lists none.
 */
export async function listSubnamesAfter(
  context: CoreContext,
  input: ListSubnamesAfter,
): Promise<SubnamesAfter> {
  const { chainId, isClaimed, has, after, limit } = input
  const { replica } = context.store
  const domain = await requireDomain(withReadReplica(context), chainId, input.domain)
  const searchText = parseSearchText(input.search ?? '')
  const listing: NameListing = { domain, isClaimed, has, search: searchText.label, sort: sortOf(input) }
  const position = after === undefined ? undefined : decodeNameCursor(listing, after)
  if (!domain.name.startsWith(searchText.domain ?? '')) return noSubnames
  const { items, end } = await readNamePage(replica, listing, { after: position, limit })
  const isFiltered = listing.search !== undefined || has !== undefined
  return {
    items: await withDetailsOfEach(context, { chainId, domains: [domain] }, items),
    next: end && encodeNameCursor(listing, end),
    total: isFiltered && !input.count ? undefined : await countNames(replica, listing),
  }
}

const noSubnames: SubnamesAfter = { items: [], next: undefined, total: { count: 0, isExact: true } }

function sortOf({ search, sort }: ListSubnamesAfter): NameSort {
  if (search === undefined || sort === undefined) return sort ?? 'created'
  throw new AppError(
    'BadRequestException',
    'sort: a search is sorted by how labels match. Leave out `sort` or `search`.',
  )
}

listSubnamesAfter.errors = [
  ...requireDomain.errors,
  ...decodeNameCursor.errors,
] as const satisfies readonly ErrorName[]
