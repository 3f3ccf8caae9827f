import { queryOptions } from '@tanstack/react-query'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap, unwrapWithEtag } from '../../api/client.ts'
import type { components, paths } from '../../api/openapi-types.ts'
import type { DomainRef, DomainRow } from './domains.ts'

export const domainPath = '/byname/v1/domains/{domain}'

export interface DomainDetails {
  readonly domain: components['schemas']['Domain']
  /** Of `domain`, for If-Match. */
  readonly etag: string
  /** Its limit, its block and its counts. */
  readonly row: DomainRow
}

export function domainQuery({ domain, chainId }: DomainRef) {
  return queryOptions({
    queryKey: ['domain', chainId, domain],
    queryFn: async (): Promise<DomainDetails> => {
      const params = { path: { domain }, query: { chainId: chainIdOf(chainId) } }
      const read = await unwrapWithEtag(api.GET(domainPath, { params }))
      const row = await unwrap(api.GET('/ens/v1/ens/id/{id}', { params: { path: { id: read.data.id } } }))
      return { domain: read.data, etag: read.etag, row }
    },
  })
}

type DomainChanges = paths[typeof domainPath]['patch']['requestBody']['content']['application/json']

/** Refused when the domain was changed since it was read. */
export function patchDomain({ domain: { name, chainId }, etag }: DomainDetails, body: DomainChanges) {
  const params = { path: { domain: name }, query: { chainId }, header: { 'if-match': etag } }
  return unwrap(api.PATCH(domainPath, { params, body }))
}
