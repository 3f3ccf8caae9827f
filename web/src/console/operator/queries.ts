import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import type { DomainSearch } from '../search-params.ts'

export type InstanceDomain = components['schemas']['InstanceDomain']

export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: () => unwrap(api.GET('/byname/v1/instance')),
})

/** Page by page, the newest first. */
export const instanceDomainsQuery = ({ search, state }: DomainSearch) =>
  infiniteQueryOptions({
    queryKey: ['domains', 'all', { search, state }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = {
        limit: 50,
        ...(search && { search }),
        ...(state === 'blocked' && { isBlocked: true }),
        ...(pageParam !== undefined && { after: pageParam }),
      }
      return unwrap(api.GET('/byname/v1/domains', { params: { query } }))
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  })
