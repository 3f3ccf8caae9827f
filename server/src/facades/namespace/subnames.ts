import type { Hex } from 'viem'
import { requireDomain } from '../../core/domains/rules.ts'
import {
  listNamesByLabelCounted,
  type NamesByLabelQuery,
  searchNamesByTexts,
} from '../../core/subnames/list-by-label.ts'
import { putSubname, revokeByWorkspace } from '../../core/subnames/put.ts'
import { getSubname as readSubnameDetails } from '../../core/subnames/read.ts'
import { type SubnameDetails, subnameEtag } from '../../core/subnames/rules.ts'
import { isHexAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { normalizeName, parseDomain, splitName } from '../../ens/names.ts'
import { normalizeSearchText } from '../../ens/search-text.ts'
import { AppError } from '../../errors.ts'
import type { FacadeCaller, FacadeRequest, FacadeResponse } from '../../http/facade.ts'
import type { Domain } from '../../model/domain.ts'
import { invalid, withFacadeStatuses } from './errors.ts'
import { type GivenSearch, readSearch, readSubname } from './input.ts'
import { toListedSubname } from './output.ts'

/** Creates or changes. Order: key, body, then the rules of the core. */
export async function postSubname(request: FacadeRequest, chainId: ChainId): Promise<FacadeResponse> {
  const { context, caller } = await requireKey(request)
  const { domain, ...item } = readSubname(request.body)
  const details = await withFacadeStatuses(() =>
    putSubname(context, { caller, chainId, domain: parseDomain(domain) }, item),
  )
  return { ...toResponse(details), status: 201 }
}

export async function getSubname(request: FacadeRequest, chainId: ChainId): Promise<FacadeResponse> {
  const { context } = request.anonymous
  return toResponse(await readSubnameDetails(context, { chainId, name: normalizeName(nameOf(request)) }))
}

function toResponse(details: SubnameDetails): FacadeResponse {
  return { headers: { etag: subnameEtag(details) }, body: toListedSubname(details) }
}

/** Order: key, name, then the rules of the core. */
export async function deleteSubname(request: FacadeRequest, chainId: ChainId): Promise<FacadeResponse> {
  const { context, caller } = await requireKey(request)
  const { label, domain } = splitName(normalizeName(nameOf(request)))
  if (domain === '') throw invalid('fullSubname', 'must be a label and a domain')
  await withFacadeStatuses(() => revokeByWorkspace(context, { caller, chainId, domain }, label))
  return { body: { message: 'Subname deleted successfully' } }
}

function nameOf({ params: { name = '' } }: FacadeRequest): string {
  return name
}

function requireKey(request: FacadeRequest): Promise<FacadeCaller> {
  return withFacadeStatuses(() => {
    const key = request.header('x-auth-token')
    if (key !== undefined) return request.authenticate(key)
    throw new AppError('InvalidApiKeyException', 'This request needs an API key in the header x-auth-token.')
  })
}

/** By label. Needs no key: names are public here. Filters that no index has count against the lower limit. */
export async function searchSubnames(request: FacadeRequest, chainId: ChainId): Promise<FacadeResponse> {
  const { context } = request.anonymous
  const search = readSearch(request.body)
  const { page, size, owner, text, texts } = search
  const holder = owner === undefined ? undefined : parseOwner(owner)
  const offset = (page - 1) * size
  const isFiltered = holder !== undefined || text !== undefined || texts.size > 0
  if (isFiltered || offset > maxFreeOffset) await request.countExpensive()
  const label = text === undefined ? undefined : ({ is: 'part', text: normalizeSearchText(text) } as const)
  const found = await request.within(texts.size > 0 ? 'scan' : 'listing', async () => {
    const query = { chainId, domains: await findDomains(context, chainId, search.parents), holder, label }
    return texts.size > 0
      ? searchNamesByTexts(context, query, { texts: pairsOf(texts), offset, limit: size })
      : readPage(context, query, { offset, limit: size })
  })
  return { body: { items: found.items.map(toListedSubname), page, size, totalItems: found.totalItems } }
}

function pairsOf(texts: GivenSearch['texts']) {
  return [...texts].map(([key, value]) => ({ key, value }))
}

/** An offset beyond it passes over many names for a page. */
const maxFreeOffset = 10_000

function parseOwner(text: string): Hex {
  if (isHexAddress(text)) return lowerCaseHex(text)
  throw invalid('owner', 'must be an address')
}

interface FoundSubnames {
  readonly items: readonly SubnameDetails[]
  readonly totalItems: number
}

async function readPage(
  context: FacadeCaller['context'],
  query: NamesByLabelQuery,
  range: { readonly offset: number; readonly limit: number },
): Promise<FoundSubnames> {
  const { items, totalItems, isTruncated } = await listNamesByLabelCounted(context, query, range)
  // A shorter page would end the loop of a client that reads page by page.
  if (isTruncated) throw invalid('size', 'must be smaller: the records of these names are too large')
  return { items, totalItems }
}

/** Unknown ones have no names. */
async function findDomains(
  context: FacadeCaller['context'],
  chainId: ChainId,
  names: readonly string[],
): Promise<readonly Domain[]> {
  const domains: Domain[] = []
  for (const name of new Set(names)) {
    const found = await requireDomain(context, chainId, parseDomain(name)).catch((error: unknown) => {
      if (error instanceof AppError && error.name === 'EnsNotFound') return undefined
      throw error
    })
    if (found && !domains.some(({ id }) => id === found.id)) domains.push(found)
  }
  return domains
}
