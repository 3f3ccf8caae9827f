import type { components, paths } from '@byname/sdk/openapi'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap, unwrapWithEtag } from '../api/client.ts'
import { randomId } from '../api/random-id.ts'
import { orReload } from './or-reload.ts'

export const domainPath = '/byname/v1/domains/{domain}'

export interface DomainDetails {
  readonly domain: components['schemas']['Domain']
  /** Of `domain`, for If-Match. */
  readonly etag: string
}

/** Also of its counts and limits, to read them again. */
export const domainKey = ({ domain, chainId }: DomainRef) => ['domain', chainId, domain] as const

export function domainQuery(ref: DomainRef) {
  return queryOptions({
    queryKey: domainKey(ref),
    queryFn: async (): Promise<DomainDetails> => {
      const params = { path: { domain: ref.domain }, query: { chainId: chainIdOf(ref.chainId) } }
      const { data, etag } = await unwrapWithEtag(api.GET(domainPath, { params }))
      return { domain: data, etag }
    },
  })
}

type DomainChanges = paths[typeof domainPath]['patch']['requestBody']['content']['application/json']

/** Refused when the domain was changed since it was read. */
export function patchDomain({ domain: { name, chainId }, etag }: DomainDetails, body: DomainChanges) {
  const params = { path: { domain: name }, query: { chainId }, header: { 'if-match': etag } }
  return orReload(unwrap(api.PATCH(domainPath, { params, body })), 'settings', ['domain', chainId, name])
}

export type DomainRow = components['schemas']['EnsRecord']

/** A domain is its name on a chain. */
export interface DomainRef {
  readonly domain: string
  readonly chainId: number
}

export const domainsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['domains', workspaceId],
    queryFn: () =>
      unwrap(api.GET('/ens/v1/ens/workspace/{workspaceId}', { params: { path: { workspaceId } } })),
  })

/** Of the session; an operator's are all of the instance. One page is enough to choose from. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => unwrap(api.GET('/byname/v1/workspaces', { params: { query: { limit: 50 } } })),
})

/** All of them, page by page. */
export const allWorkspacesQuery = infiniteQueryOptions({
  queryKey: ['workspaces', 'all'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) => {
    const query = { limit: 100, ...(pageParam !== undefined && { after: pageParam }) }
    return unwrap(api.GET('/byname/v1/workspaces', { params: { query } }))
  },
  getNextPageParam: ({ next }) => next ?? undefined,
})

type BatchBody = paths['/byname/v1/names/batch']['post']['requestBody']['content']['application/json']
export type BatchItem = BatchBody['items'][number]

/** What a program sends for the same. Each item succeeds or fails by itself. */
export function batchBody({ domain }: DomainRef, items: BatchItem[]): BatchBody {
  return { domain, mode: 'each', items }
}

interface SendBatchOptions {
  /** The same one makes a repetition safe. */
  readonly idempotencyKey?: string
  /** At most 64 KiB; the browser completes the request when the page is left. */
  readonly outlivesPage?: boolean
}

export function sendBatch(
  ref: DomainRef,
  items: readonly BatchItem[],
  { idempotencyKey = randomId(), outlivesPage = false }: SendBatchOptions = {},
) {
  const headers = { 'idempotency-key': idempotencyKey }
  const params = { query: { chainId: chainIdOf(ref.chainId) } }
  const body = batchBody(ref, [...items])
  return unwrap(api.POST('/byname/v1/names/batch', { params, headers, body, keepalive: outlivesPage }))
}
