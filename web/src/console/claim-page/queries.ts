import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrapWithEtag } from '../../api/client.ts'
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
