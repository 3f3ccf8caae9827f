import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { NameListing, NameOrder } from '../../store/listing/keyset-scan.ts'
import { countNames, type NameCount } from '../../store/listing/name-count.ts'
import { type NamePosition, readNamePage } from '../../store/listing/name-pages.ts'
import type { RecordFilter } from '../../store/listing/record-filter.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, type ListIdentity, openCursor } from '../cursor.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { withReadReplica } from '../read-replica.ts'
import { withDetailsOfEach } from './details-of-subnames.ts'
import { parseSearchText } from './search-text.ts'
import type { SubnameDetails } from './subname-details.ts'

/** Filters apply together. */
export interface ListSubnamesAfter extends CursorRequest {
  readonly chainId: number
  readonly domain: string
  /** For `parseSearchText`. */
  readonly search?: string | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  readonly has?: RecordFilter | undefined
  /** Not with a search; absent: `oldest`. */
  readonly order?: NameOrder | undefined
  /** Counts the matches of `search` and `has`. */
  readonly count: boolean
}

export interface SubnamesAfter extends CursorPage<SubnameDetails> {
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
  const listing: NameListing = { domain, isClaimed, has, search: searchText.label, order: orderOf(input) }
  const list = nameList(listing)
  const at = openCursor<readonly [NamePosition['rank'], NamePosition['sortKey']]>(context, list, after)
  const position = at && { rank: at[0], sortKey: at[1] }
  if (!domain.name.startsWith(searchText.domain ?? '')) return noSubnames
  const { items, end } = await readNamePage(replica, listing, { after: position, limit })
  const isFiltered = listing.search !== undefined || has !== undefined
  return {
    items: await withDetailsOfEach(context, { chainId, domains: [domain] }, items),
    next: end ? context.cursors.seal(list, [end.rank, end.sortKey]) : null,
    total: isFiltered && !input.count ? undefined : await countNames(replica, listing),
  }
}

const noSubnames: SubnamesAfter = { items: [], next: null, total: { count: 0, isExact: true } }

/** Also for benches, which compose cursors. */
export function nameList({
  domain,
  isClaimed,
  has,
  search,
  order,
}: Omit<NameListing, 'domain'> & { readonly domain: Pick<Domain, 'id'> }): ListIdentity {
  return ['names', domain.id, isClaimed ?? null, has ? JSON.stringify(has) : null, search ?? null, order]
}

function orderOf({ search, order }: ListSubnamesAfter): NameOrder {
  if (search === undefined || order === undefined) return order ?? 'oldest'
  throw new AppError(
    'BadRequestException',
    'order: a search is sorted by how labels match. Leave out `order` or `search`.',
  )
}
