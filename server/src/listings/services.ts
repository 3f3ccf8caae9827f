import { readJustaNameName } from './justaname.ts'
import { type Listed, type ListingOptions, objectOf } from './listed-name.ts'
import { readNamespaceName } from './namespace.ts'
import { readNameStoneName } from './namestone.ts'

export const services = ['namestone', 'namespace', 'justaname'] as const

export type ServiceName = (typeof services)[number]

type ReadName = (value: unknown, row: number, options: ListingOptions) => Listed

export const readersOfServices: Readonly<Record<ServiceName, ReadName>> = {
  namestone: readNameStoneName,
  namespace: readNamespaceName,
  justaname: readJustaNameName,
}

export interface ServiceListing extends ListingOptions {
  readonly service: ServiceName
  /** Where the API of the service is, without its own path. */
  readonly url: string
  readonly chainId: number
  /** Absent: the names that it shows without a key. */
  readonly key?: string | undefined
}

export interface ListingProgress {
  /** Pages that were read. */
  readonly pages: number
  /** Names that were read. */
  readonly names: number
}

/** Of the next page. The body is JSON. */
export interface PageRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface PagedService {
  readonly request: (listing: ServiceListing, progress: ListingProgress) => PageRequest
  /** After this page; services may give fewer names than a request asks for. */
  readonly isLast: (page: unknown, progress: ListingProgress) => boolean
}

const pagedServices: Readonly<Record<ServiceName, PagedService>> = {
  namestone: {
    request: ({ url, domain, chainId, key }, { names }) => {
      const path = chainId === 1 ? 'public_v1' : 'public_v1_sepolia'
      const base = /\/public_v1(_sepolia)?$/.test(url) ? url : `${url}/api/${path}`
      const query = new URLSearchParams({ domain, limit: '1000', offset: `${names}` })
      return {
        method: 'GET',
        url: `${base}/get-names?${query}`,
        headers: key ? { authorization: key } : {},
      }
    },
    isLast: () => false,
  },
  namespace: {
    request: ({ url, domain, key }, { pages }) => ({
      method: 'POST',
      url: `${url}/api/v1/subnames/search`,
      headers: key ? { 'x-auth-token': key } : {},
      body: JSON.stringify({ parentName: domain, page: pages + 1, size: 100 }),
    }),
    isLast: (page, { names }) => names >= Number(objectOf<'totalItems'>(page).totalItems),
  },
  justaname: {
    request: ({ url, domain, chainId, key }, { pages }) => {
      const query = { ensDomain: domain, chainId: `${chainId}`, page: `${pages + 1}`, limit: '100' }
      return {
        method: 'GET',
        url: `${url}/ens/v1/subname/ens?${new URLSearchParams(query)}`,
        headers: key ? { 'x-api-key': key } : {},
      }
    },
    isLast: (page) => {
      const { data } = objectOf<'data'>(objectOf<'result'>(page).result)
      const { pagination } = objectOf<'pagination'>(data)
      return objectOf<'hasNextPage'>(pagination).hasNextPage === false
    },
  },
}

export function pageRequest(listing: ServiceListing, progress: ListingProgress): PageRequest {
  const url = listing.url.replace(/\/+$/, '')
  return pagedServices[listing.service].request({ ...listing, url }, progress)
}

export interface ListingPage {
  readonly names: readonly Listed[]
  /** After this page; absent: it is the last one. */
  readonly next: ListingProgress | undefined
}

/** The names of a response; `undefined` for what is no list of names. Names that are written there meanwhile can be missed. */
export function readPage(
  listing: ServiceListing,
  { pages, names }: ListingProgress,
  response: unknown,
): ListingPage | undefined {
  const entries = entriesOf(response)
  if (!entries) return undefined
  const read = readersOfServices[listing.service]
  const next = { pages: pages + 1, names: names + entries.length }
  const isLast = entries.length === 0 || pagedServices[listing.service].isLast(response, next)
  return {
    names: entries.map((entry, index) => read(entry, names + index + 1, listing)),
    next: isLast ? undefined : next,
  }
}

/** Lists of pages have pages with lists. */
const maxNesting = 4

/** Of a response of one of the services, or of a list of such responses. */
export function entriesOf(value: unknown, nesting = 0): readonly unknown[] | undefined {
  if (nesting > maxNesting) return undefined
  if (Array.isArray(value)) {
    const nested = value.map((entry) => entriesOf(entry, nesting + 1))
    return nested.length > 0 && nested.every((list) => list !== undefined) ? nested.flat() : value
  }
  const { items, result, data } = objectOf<'items' | 'result' | 'data'>(value)
  const inner = items ?? objectOf<'data'>(result).data ?? data
  return inner === undefined ? undefined : entriesOf(inner, nesting + 1)
}

/** By its first entry. */
export function serviceOf(entry: unknown): ServiceName | undefined {
  const fields = objectOf<'ens' | 'fullName' | 'label' | 'name'>(entry)
  if (typeof fields.ens === 'string') return 'justaname'
  if (typeof fields.fullName === 'string' || typeof fields.label === 'string') return 'namespace'
  return typeof fields.name === 'string' ? 'namestone' : undefined
}
