import { queryOptions } from '@tanstack/react-query'
import { chainIdOf } from '../../api/chain-id.ts'
import { api, unwrap, unwrapWithEtag } from '../../api/client.ts'
import type { components, paths } from '../../api/openapi-types.ts'
import type { DomainRef } from './domains.ts'

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
  return unwrap(api.PATCH(domainPath, { params, body }))
}
