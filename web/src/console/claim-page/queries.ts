import { queryOptions } from '@tanstack/react-query'
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

export const claimsPath = '/byname/v1/domains/{domain}/claims'

/** Those that wait for the owner; the first page. */
export const pendingClaimsQuery = ({ domain, chainId: id }: DomainRef) => {
  const chainId = chainIdOf(id)
  return queryOptions({
    queryKey: ['claims', chainId, domain] as const,
    queryFn: () => unwrap(api.GET(claimsPath, { params: { path: { domain }, query: { chainId } } })),
  })
}
