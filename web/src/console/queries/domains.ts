import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'

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
