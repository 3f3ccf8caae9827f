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
