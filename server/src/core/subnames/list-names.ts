import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import {
  type MatchReason,
  matchesTag,
  matchReason,
  parseSearchText,
  type SearchText,
} from '../../ens/search-text.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { foldTag, type NameNotes, noNotes, parseTag } from '../../model/name-notes.ts'
import { type DomainTag, selectNotes, selectTags } from '../../store/entities/name-notes.ts'
import type { NameListing, NameOrder } from '../../store/listing/creation.ts'
import type { NameCount, RecordFilter } from '../../store/listing/filter.ts'
import { countNames, isFiltered, type NamePosition, readNamePage } from '../../store/listing/names.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, withReadReplica } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { type CursorPage, type CursorRequest, type ListIdentity, openCursor } from '../page.ts'
import { withDetailsOfEach } from './list.ts'
import type { SubnameDetails } from './rules.ts'

interface ListSubnamesAfter extends CursorRequest {
  readonly chainId: ChainId
  readonly domain: EnsName
  /** For `parseSearchText`. */
  readonly search?: string | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  readonly has?: RecordFilter | undefined
  /** Not with a search; absent: `oldest`. */
  readonly order?: NameOrder | undefined
  /** Counts the matches of `search`, `has` and `tag`. */
  readonly count: boolean
  /** Reads as the workspace of the domain, which sees and searches tags; absent: as everyone. */
  readonly owner?: { readonly caller: Caller; readonly tag?: string | undefined } | undefined
}

export interface FoundSubname extends SubnameDetails {
  /** Null without a search. */
  readonly matched: MatchReason | null
  /** Null for others than the workspace of the domain. */
  readonly notes: NameNotes | null
}

export interface SubnamesAfter extends CursorPage<FoundSubname> {
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
  const { chainId, isClaimed, has, after, limit, owner } = input
  const { replica } = context.store
  const domain = await requireDomain(withReadReplica(context), chainId, input.domain)
  if (owner) assertDomainAccess(owner.caller, domain)
  const searchText = parseSearchText(input.search ?? '')
  const tags = owner ? await selectTags(replica, [domain.key]) : []
  const { words } = searchText
  const isOfDomain = domain.name.startsWith(searchText.domain ?? '')
  const { label: search, holder } = isOfDomain ? searchText : ofNoLabel
  const listing: NameListing = {
    ...{ domain, isClaimed, has, search, holder, words, order: orderOf(input) },
    tagged: words === undefined || !owner ? undefined : keysOfTags(tags, words),
    tag: owner?.tag === undefined ? undefined : keyOfTag(tags, owner.tag),
  }
  if (!isOfDomain && words === undefined) return noSubnames
  const list = nameList(listing)
  const at = openCursor<readonly [NamePosition['rank'], NamePosition['sortKey']]>(context, list, after)
  const position = at && { rank: at[0], sortKey: at[1] }
  const { items, keys, end } = await readNamePage(replica, listing, { after: position, limit })
  const notes = owner ? await selectNotes(replica, keys) : undefined
  const found = withReasons(
    searchText,
    await withDetailsOfEach(context, { chainId, domains: [domain] }, items),
    notes,
  )
  return {
    // The database finds some names that only seem to have the words of a text.
    items: words === undefined ? found : found.filter(({ matched }) => matched !== null),
    next: end ? context.cursors.seal(list, [end.rank, end.sortKey]) : null,
    total: isFiltered(listing) && !input.count ? undefined : await countNames(replica, listing),
  }
}

/** A text that names another domain is searched among tags and texts alone. */
const ofNoLabel: Pick<SearchText, 'label' | 'holder'> = { label: undefined, holder: undefined }

/** Of no name of the domain. */
const noTagKey = 0

function keyOfTag(tags: readonly DomainTag[], tag: string): number {
  const folded = foldTag(parseTag(tag))
  return tags.find((stored) => stored.folded === folded)?.key ?? noTagKey
}

function keysOfTags(tags: readonly DomainTag[], words: string): readonly number[] {
  return tags.flatMap(({ key, folded }) => (matchesTag(folded, words) ? [key] : []))
}

/** Each with why it is found. `notes`: by id; absent: those that may not see them read. */
export function withReasons(
  searchText: SearchText,
  items: readonly SubnameDetails[],
  notes?: ReadonlyMap<string, NameNotes>,
): readonly FoundSubname[] {
  return items.map((details) => {
    const { subname, domain } = details
    const ownNotes = notes === undefined ? null : (notes.get(subname.id) ?? noNotes)
    const matched = matchReason(searchText, {
      ...subname,
      domainName: domain.name,
      texts: subname.records.texts,
      tags: ownNotes?.tags.map(foldTag) ?? [],
    })
    return { ...details, matched, notes: ownNotes }
  })
}

const noSubnames: SubnamesAfter = { items: [], next: null, total: { count: 0, isExact: true } }

/** Also for benches, which compose cursors. */
export function nameList({
  domain,
  isClaimed,
  has,
  search,
  order,
  ...others
}: Omit<NameListing, 'domain'> & { readonly domain: Pick<Domain, 'id'> }): ListIdentity {
  const { words, tag, tagged } = others
  const filters = [words ?? null, tag ?? null, tagged !== undefined]
  return [
    ...(['names', domain.id, isClaimed ?? null, has ? JSON.stringify(has) : null, search ?? null] as const),
    ...(filters.some(Boolean) ? [JSON.stringify(filters)] : []),
    order,
  ]
}

function orderOf({ search, order }: ListSubnamesAfter): NameOrder {
  if (search === undefined || order === undefined) return order ?? 'oldest'
  throw new AppError(
    'BadRequestException',
    'order: a search is sorted by how labels match. Leave out `order` or `search`.',
  )
}
