import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

export type Anchor = components['schemas']['Anchor']

export const anchorPath = '/byname/v1/domains/{domain}/anchor'

export const anchorKey = ({ domain, chainId }: DomainRef) => ['anchor', chainId, domain] as const

export function paramsOf({ domain, chainId }: DomainRef) {
  return { path: { domain }, query: { chainId: chainIdOf(chainId) } }
}

/** What of a domain goes on without this service; read from the chain. */
export const anchorQuery = (ref: DomainRef) =>
  queryOptions({
    queryKey: anchorKey(ref),
    queryFn: () => unwrap(api.GET(anchorPath, { params: paramsOf(ref) })),
    refetchInterval: 60_000,
  })
