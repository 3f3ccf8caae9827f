import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'

export type DomainSetup = components['schemas']['DomainSetup']

/** How far a domain is on its way to this service, read from the chain; with `address`, whether it controls the domain. */
export const setupQuery = ({ domain, chainId }: DomainRef, address: string | null = null) =>
  queryOptions({
    queryKey: ['setup', chainId, domain, address],
    queryFn: () =>
      unwrap(
        api.GET('/byname/v1/domains/{domain}/setup', {
          params: {
            path: { domain },
            query: { chainId: chainIdOf(chainId), ...(address !== null && { address }) },
          },
        }),
      ),
    staleTime: 300_000,
  })

/** Domains whose steps were begun, also in another browser. */
export const begunDomainsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['begun-domains', workspaceId],
    queryFn: () =>
      unwrap(
        api.GET('/byname/v1/workspaces/{workspaceId}/begun-domains', { params: { path: { workspaceId } } }),
      ),
  })

export function beginDomain(workspaceId: string, { domain, chainId }: DomainRef) {
  return unwrap(
    api.POST('/byname/v1/workspaces/{workspaceId}/begun-domains', {
      params: { path: { workspaceId }, query: { chainId: chainIdOf(chainId) } },
      body: { domain },
    }),
  )
}

export function forgetDomain(workspaceId: string, { domain, chainId }: DomainRef) {
  return unwrap(
    api.DELETE('/byname/v1/workspaces/{workspaceId}/begun-domains/{domain}', {
      params: { path: { workspaceId, domain }, query: { chainId: chainIdOf(chainId) } },
    }),
  )
}
