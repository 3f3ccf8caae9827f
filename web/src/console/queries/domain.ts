import { queryOptions } from '@tanstack/react-query'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap, unwrapWithEtag } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'
import type { DomainRef, DomainRow } from './domains.ts'

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
      const read = await unwrapWithEtag(api.GET('/byname/v1/domains/{domain}', { params }))
      const row = await unwrap(api.GET('/ens/v1/ens/id/{id}', { params: { path: { id: read.data.id } } }))
      return { domain: read.data, etag: read.etag, row }
    },
  })
}
