import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type EnsName, normalizeName } from '../../ens/names.ts'
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
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { type DomainTag, selectNotes, selectTags } from '../../store/entities/name-notes.ts'
import type { NameListing, NameOrder } from '../../store/listing/creation.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import {
  maxPassedNames,
  type NameCount,
  type RecordFilter,
  type SubnameFilter,
} from '../../store/listing/filter.ts'
import { countNames, isFiltered, type NamePosition, readNamePage } from '../../store/listing/names.ts'
import type { SubnamePosition } from '../../store/listing/order.ts'
import { searchLabels } from '../../store/listing/search.ts'
import {
  countSubnames,
  listSubnameKeys,
  readNames,
  readSubnames,
  selectSubnamesInOrder,
} from '../../store/listing/subnames.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { type Caller, type CoreContext, withReadReplica } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import {
  assertFewPassed,
  type CursorPage,
  type CursorRequest,
  emptyPage,
  type ListIdentity,
  type OrderedPageRequest,
  openCursor,
  type Page,
  readNumberedPage,
} from '../page.ts'
import { resolverOfDomain, type SubnameDetails } from './rules.ts'

/** Filters apply together. */
interface ListSubnames extends OrderedPageRequest {
  readonly chainId: ChainId
  readonly workspaceId?: string | undefined
  readonly domains?: readonly string[] | undefined
  /** In the text form of its coin. */
  readonly address?: string | undefined
  /** Of `address`, default Ethereum's; without an address, of any. */
  readonly coinType?: number | undefined
  /** From `parseSearchText`. Texts shorter than three characters match a label's beginning, others any part. */
  readonly search?: string | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
}

/** None for the zero address, which means unset. */
export async function listSubnames(context: CoreContext, input: ListSubnames): Promise<Page<SubnameDetails>> {
  const { chainId, workspaceId, address, isClaimed } = input
  const names = input.domains?.map(normalizeName)
  const isScopedToDomains = workspaceId !== undefined || names !== undefined
  if (!isScopedToDomains && address === undefined)
    throw new AppError('ScopeRequiredException', 'Give workspaceId, ensDomains or address.')
  const coin = coinOf(input)
  if (coin?.address === zeroAddress) return emptyPage(input)
  const searchText = parseSearchText(input.search ?? '')
  const domains = isScopedToDomains
    ? (await findVisibleDomains(context.store.replica, { chainId, workspaceId, names })).filter(({ name }) =>
        name.startsWith(searchText.domain ?? ''),
      )
    : await findDomainsByPrefix(context, chainId, searchText)
  const filter: SubnameFilter = { chainId, coin, domains, isClaimed, search: searchText.label }
  const scope = JSON.stringify([workspaceId, names?.toSorted(), coin, searchText])
  return readPageOfSubnames(context, ['subnames', chainId, scope, isClaimed ?? null], filter, input)
}

function coinOf({ address, coinType }: ListSubnames): SubnameFilter['coin'] {
  if (address === undefined) return coinType === undefined ? undefined : { coinType }
  const type = coinType ?? ethCoinType
  return { coinType: type, address: parseAddress(type, address) }
}

/** Filters apply together. */
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
  const { search, holder } = domain.name.startsWith(searchText.domain ?? '')
    ? { search: searchText.label, holder: searchText.holder }
    : { search: undefined, holder: undefined }
  const { words } = searchText
  const listing: NameListing = {
    ...{ domain, isClaimed, has, search, holder, words, order: orderOf(input) },
    tagged: words === undefined || !owner ? undefined : keysOfTags(tags, words),
    tag: owner?.tag === undefined ? undefined : keyOfTag(tags, owner.tag),
  }
  if (!domain.name.startsWith(searchText.domain ?? '') && words === undefined) return noSubnames
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

/** Bounds one response; the paged listing has all. */
export const maxSubnamesPerAddress = 1000

interface ListSubnamesOfAddress {
  readonly chainId: ChainId
  /** In the text form of its coin. */
  readonly address: string
  readonly coinType: number
  /** Absent: all. */
  readonly domains?: readonly string[] | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
}

/**
 * Lists the newest first; fewer when their records exceed the response size. None for the zero address, which means
 * unset.
 */
export async function listSubnamesOfAddress(
  context: CoreContext,
  input: ListSubnamesOfAddress,
): Promise<SubnameDetailsList> {
  const { replica } = context.store
  const { chainId, coinType, isClaimed } = input
  const coin = { coinType, address: parseAddress(coinType, input.address) }
  const names = input.domains?.map(normalizeName)
  if (coin.address === zeroAddress) return { items: [], isTruncated: false }
  const domains = names && (await findVisibleDomains(replica, { chainId, names }))
  const filter = { chainId, domains, isClaimed, coin }
  const pageQuery = {
    orderBy: 'createdAt',
    direction: 'desc',
    offset: 0,
    limit: maxSubnamesPerAddress,
  } as const
  const { items, isTruncated } = await selectSubnamesInOrder(replica, filter, pageQuery)
  return { items: await withDetailsOfEach(context, filter, items), isTruncated }
}

interface ListSubnamesOfDomain extends OrderedPageRequest {
  readonly chainId: ChainId
  readonly domain: EnsName
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  /** Only those with such an address. */
  readonly coinType?: number | undefined
}

/** A domain that is unknown, deleted or blocked lists none. */
export async function listSubnamesOfDomain(
  context: CoreContext,
  input: ListSubnamesOfDomain,
): Promise<Page<SubnameDetails>> {
  const { isClaimed, coinType } = input
  const { chainId, domain: name } = input
  const domains = await findVisibleDomains(context.store.replica, { chainId, names: [name] })
  const coin = coinType === undefined ? undefined : { coinType }
  const list = ['names of a domain', chainId, name, isClaimed ?? null, coinType ?? null]
  return readPageOfSubnames(context, list, { chainId, domains, isClaimed, coin }, input)
}

/** A page after the last one is empty. `list`: what the request names, not the domains that it finds. */
function readPageOfSubnames(
  context: CoreContext,
  list: ListIdentity,
  filter: SubnameFilter,
  request: OrderedPageRequest,
): Promise<Page<SubnameDetails>> {
  const { replica } = context.store
  const { orderBy } = request
  return readNumberedPage<SubnameDetails, SubnamePosition>(
    context,
    {
      list,
      read: async (query) => {
        const total = await countSubnames(replica, filter)
        assertReachable(query, total)
        const { count: totalCount, isExact: isTotalExact } = total
        if (isTotalExact && query.offset >= totalCount) return { items: [], totalCount, end: undefined }
        const found = await selectSubnamesInOrder(replica, filter, { ...query, orderBy })
        const items = await withDetailsOfEach(context, filter, found.items)
        return { ...found, totalCount, isTotalExact, items }
      },
    },
    request,
  )
}

const cursorAdvice = ' `pagination.next` of a page, as `after`, passes over none.'

/** Pages of whole domains are read from the nearer end. */
function assertReachable(
  { offset, limit }: { readonly offset: number; readonly limit: number },
  { count, isExact }: NameCount,
): void {
  if (isExact)
    assertFewPassed(Math.min(offset, Math.max(0, count - offset - limit)), maxPassedNames, cursorAdvice)
  else assertFewPassed(offset, count, cursorAdvice)
}

/** Maximum per search. */
const maxDomains = 1000

/** `undefined` without a domain in the text. */
async function findDomainsByPrefix(
  { store }: CoreContext,
  chainId: ChainId,
  { domain: text }: SearchText,
): Promise<readonly Domain[] | undefined> {
  return text === undefined
    ? undefined
    : findVisibleDomains(store.replica, { chainId, namePrefix: { text, limit: maxDomains } })
}

interface SearchSubnames {
  readonly chainId: ChainId
  /** From `parseSearchText`. */
  readonly text: string
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  readonly skip: number
  readonly take: number
}

/** In the order of `searchLabels`. A domain alone finds all its subnames, newest first. */
export async function searchSubnames(
  context: CoreContext,
  input: SearchSubnames,
): Promise<SubnameDetailsList> {
  const { filter, ids } = await searchIds(context, input)
  const { items, isTruncated } = await readSubnames(context.store.replica, ids)
  return { items: await withDetailsOfEach(context, filter, items), isTruncated }
}

/**
 * Reads only the names.
 *
 * @throws AppError `UnsupportedChainException`.
 */
export async function searchNames(context: CoreContext, input: SearchSubnames): Promise<readonly string[]> {
  const { ids } = await searchIds(context, input)
  return readNames(context.store.replica, ids)
}

async function searchIds(context: CoreContext, input: SearchSubnames) {
  const { replica } = context.store
  const { chainId, isClaimed, skip: offset, take: limit } = input
  const searchText = parseSearchText(input.text)
  const { label } = searchText
  const filter = { chainId, isClaimed, domains: await findDomainsByPrefix(context, chainId, searchText) }
  const ids =
    label === undefined
      ? await listSubnameKeys(replica, filter, { orderBy: 'createdAt', direction: 'desc', offset, limit })
      : await searchLabels(replica, { ...filter, label }, { offset, limit })
  return { filter, ids }
}

export interface SubnameDetailsList {
  readonly items: readonly SubnameDetails[]
  /** Because the response would be too large. */
  readonly isTruncated: boolean
}

/** Reads each domain and resolver once. */
export async function withDetailsOfEach(
  context: CoreContext,
  { chainId, domains }: SubnameFilter,
  subnames: readonly Subname[],
): Promise<readonly SubnameDetails[]> {
  const ids = [...new Set(subnames.map(({ domainId }) => domainId))]
  const visibleDomains = domains ?? (await findVisibleDomains(context.store.replica, { chainId, ids }))
  const byId = new Map(visibleDomains.map((domain) => [domain.id, domain]))
  const resolvers = new Map<string, Resolver>()
  const details: SubnameDetails[] = []
  for (const subname of subnames) {
    const domain = byId.get(subname.domainId)
    // Its domain was deleted or blocked in the meantime.
    if (!domain) continue
    const resolver = resolvers.get(domain.resolverId) ?? (await resolverOfDomain(context, domain))
    resolvers.set(domain.resolverId, resolver)
    details.push({ subname, domain, resolver })
  }
  return details
}
