import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'
import { type EventKind, typesOf } from './event-kinds.ts'

export type Event = components['schemas']['Event']

export interface EventSelection {
  readonly workspaceId?: string | undefined
  readonly domain?: DomainRef | undefined
  readonly name?: string | undefined
  readonly kind: EventKind
}

const pageSize = 50

/** Newest first. */
export function eventsQuery({ workspaceId, domain, name, kind }: EventSelection) {
  return infiniteQueryOptions({
    queryKey: ['events', workspaceId, domain?.chainId, domain?.domain, name, kind],
    queryFn: ({ pageParam }) => {
      const query = {
        order: 'newest' as const,
        limit: pageSize,
        type: typesOf(kind),
        ...(pageParam !== null && { after: pageParam }),
        ...(workspaceId !== undefined && { workspaceId }),
        ...(domain && { domain: domain.domain, chainId: chainIdOf(domain.chainId) }),
        ...(name && { name }),
      }
      return unwrap(api.GET('/byname/v1/events', { params: { query } }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
