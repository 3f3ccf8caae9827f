import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, chainIdOf, unwrap } from '../../api/client.ts'
import type { DomainRef } from '../queries.ts'
import { typesOf } from './event-kinds.ts'
import { type EventSearch, timeRangeOf } from './event-search.ts'

export type Event = components['schemas']['Event']

export interface EventSelection extends EventSearch {
  readonly workspaceId?: string | undefined
  readonly domain?: DomainRef | undefined
  readonly name?: string | undefined
}

const pageSize = 50

/** Newest first. */
export function eventsQuery(selection: EventSelection) {
  return infiniteQueryOptions({
    queryKey: ['events', selection],
    queryFn: ({ pageParam }) => readEvents(selection, { after: pageParam, limit: pageSize }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

interface EventPosition {
  /** Null: from the newest on. */
  readonly after: string | null
  readonly limit: number
}

/** A page, newest first. It may be empty and have a next one: the service reads a bounded number of events for it. */
export function readEvents(selection: EventSelection, { after, limit }: EventPosition) {
  const { workspaceId, domain, name, kind = 'all', by } = selection
  const query = {
    order: 'newest' as const,
    limit,
    type: typesOf(kind),
    ...timeRangeOf(selection, Date.now()),
    ...(by !== undefined && { actor: by }),
    ...(after !== null && { after }),
    ...(workspaceId !== undefined && { workspaceId }),
    ...(domain && { domain: domain.domain, chainId: chainIdOf(domain.chainId) }),
    ...(name && { name }),
  }
  return unwrap(api.GET('/byname/v1/events', { params: { query } }))
}
