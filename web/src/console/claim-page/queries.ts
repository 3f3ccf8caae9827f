import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap, unwrapWithEtag } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

export const policyPath = '/byname/v1/domains/{domain}/policy'

/** With its entity tag. */
export function policyQuery({ domain, chainId }: DomainRef) {
  return queryOptions({
    queryKey: ['policy', chainId, domain],
    queryFn: () =>
      unwrapWithEtag(
        api.GET(policyPath, { params: { path: { domain }, query: { chainId: chainIdOf(chainId) } } }),
      ),
  })
}

export type Claim = components['schemas']['Claim']

export const claimsPath = '/byname/v1/domains/{domain}/claims'

/** Those that wait for the owner; the first page. */
export const pendingClaimsQuery = ({ domain, chainId: id }: DomainRef) => {
  const chainId = chainIdOf(id)
  return queryOptions({
    queryKey: ['claims', chainId, domain] as const,
    queryFn: () => unwrap(api.GET(claimsPath, { params: { path: { domain }, query: { chainId } } })),
  })
}

/** The one that was decided last first, page by page. */
export const decidedClaimsQuery = ({ domain, chainId: id }: DomainRef) => {
  const chainId = chainIdOf(id)
  return infiniteQueryOptions({
    queryKey: ['claims', chainId, domain, 'decided'] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = {
        ...({ chainId, state: 'decided', limit: 50 } as const),
        ...(pageParam !== undefined && { after: pageParam }),
      }
      return unwrap(api.GET(claimsPath, { params: { path: { domain }, query } }))
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
