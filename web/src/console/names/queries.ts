import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap, unwrapWithEtag } from '../../api/client.ts'
import { retryAfter } from '../../api/retry-after.ts'
import type { StoredName } from '../../public/page-data.ts'
import { type DomainRef, domainKey } from '../queries.ts'
import type { NameSearch } from './name-search.ts'

export type NameRow = components['schemas']['ManagedName']
export type NameStatistics = components['schemas']['NameStatistics']

/** Of the list with the tags of each name. */
export const managedNamesPath = '/byname/v1/domains/{domain}/managed-names'

/** The most that a page may have. */
const pageSize = 100

/** Every list of names of a domain, to read them again. */
export const namesKey = ({ domain, chainId }: DomainRef) => ['names', chainId, domain] as const

/** What follows from a change of names of the domain: lists and counts. */
export function readNamesAgain(client: QueryClient, ref: DomainRef) {
  return Promise.all([
    client.invalidateQueries({ queryKey: namesKey(ref) }),
    // Not at once: the open name may be one that was revoked.
    client.invalidateQueries({ queryKey: ['name', ref.chainId], refetchType: 'none' }),
    client.invalidateQueries({ queryKey: domainKey(ref) }),
    client.invalidateQueries({ queryKey: ['domains'] }),
  ])
}

/** Pages by cursor; the first one also counts. A search has an order of its own. */
export const namesQuery = (ref: DomainRef, { search, state, order, has, tag }: NameSearch) =>
  infiniteQueryOptions({
    queryKey: [...namesKey(ref), { search, state, order, has, tag }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage(ref, { search, state, order, has, tag }, { after: pageParam, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })

interface PagePosition {
  /** Absent: the first page, which also counts. */
  readonly after: string | undefined
  readonly signal: AbortSignal
}

function readPage(ref: DomainRef, filter: NameSearch, { after, signal }: PagePosition) {
  const { search, state, order, has, tag } = filter
  const query = {
    chainId: chainIdOf(ref.chainId),
    limit: pageSize,
    state: state ?? 'all',
    ...(search ? { search } : { order: order ?? 'newest' }),
    ...(has && { has }),
    ...(tag && { tag }),
    ...(after === undefined ? { count: true } : { after }),
  }
  const params = { path: { domain: ref.domain }, query }
  return unwrap(api.GET(managedNamesPath, { params, signal }))
}

/** Every page, one after the other, as fast as the service allows. */
export async function* namePages(ref: DomainRef, filter: NameSearch, signal: AbortSignal) {
  let after: string | undefined
  do {
    const position = { after, signal }
    const page = await retryAfter(() => readPage(ref, filter, position), { signal })
    yield page.data
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** With its entity tag, as the editor needs it. */
export const nameQuery = (name: string, chainId: number) =>
  queryOptions({
    queryKey: ['name', chainId, name],
    queryFn: async (): Promise<StoredName> => {
      const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
      const { data, etag } = await unwrapWithEtag(api.GET('/byname/v1/names/{name}', { params }))
      return { name: data, etag }
    },
  })

export const nameStatisticsQuery = (name: string, chainId: number) =>
  queryOptions({
    queryKey: ['name', chainId, name, 'statistics'],
    queryFn: () => {
      const params = { path: { name }, query: { chainId: chainIdOf(chainId) } }
      return unwrap(api.GET('/byname/v1/names/{name}/statistics', { params }))
    },
  })
