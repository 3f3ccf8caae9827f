import { zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type EnsName, normalizeName } from '../../ens/names.ts'
import { parseSearchText, type SearchText } from '../../ens/search-text.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import { maxPassedNames, type NameCount, onlyDomain, type SubnameFilter } from '../../store/listing/filter.ts'
import type { SubnamePosition } from '../../store/listing/order.ts'
import { searchLabels } from '../../store/listing/search.ts'
import {
  countSubnames,
  listSubnameKeys,
  readNames,
  readSubnames,
  selectSubnamesInOrder,
} from '../../store/listing/subnames.ts'
import type { CoreContext } from '../context.ts'
import {
  assertFewPassed,
  emptyPage,
  type ListIdentity,
  type OrderedPageRequest,
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
        const total = await countSubnames(replica, filter, query.direction)
        assertReachable(query, total)
        if (orderBy === 'subnameCount') assertSortable(filter, total)
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

/** Names of one domain are read in their order; those of several are sorted. */
function assertSortable(filter: SubnameFilter, { isExact }: NameCount): void {
  if (isExact || onlyDomain(filter)) return
  throw new AppError(
    'BadRequestException',
    'Too many names match to be listed by the counts of their domains: ask for fewer domains, or for `orderBy=createdAt`.',
  )
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
