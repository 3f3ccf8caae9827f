import type { components, paths } from '@byname/sdk/openapi'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'

export type ApiRequest = components['schemas']['ApiRequest']

export const requestsPath = '/byname/v1/workspaces/{workspaceId}/requests'

type Outcome = NonNullable<NonNullable<paths[typeof requestsPath]['get']['parameters']['query']>['outcome']>

export interface RequestSelection {
  /** Absent: of every key. */
  readonly keyId?: string | undefined
  readonly outcome: Outcome
}

const pageSize = 50

/** Often enough to follow a program, and little work for the service. */
const pollMs = 5000

function readPage(workspaceId: string, { keyId, outcome }: RequestSelection, after: string | null) {
  const query = {
    ...{ outcome, limit: pageSize },
    ...(keyId !== undefined && { keyId }),
    ...(after !== null && { after }),
  }
  return unwrap(api.GET(requestsPath, { params: { path: { workspaceId }, query } }))
}

/** The newest first. Read once: what comes later is shown when it is asked for, so that no row moves while it is read. */
export const requestsQuery = (workspaceId: string, selection: RequestSelection) =>
  infiniteQueryOptions({
    queryKey: ['requests', workspaceId, selection.keyId, selection.outcome],
    queryFn: ({ pageParam }) => readPage(workspaceId, selection, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The first page as it is now, read again while the document is visible. */
export const newestRequestsQuery = (workspaceId: string, selection: RequestSelection) =>
  queryOptions({
    queryKey: ['newest-requests', workspaceId, selection.keyId, selection.outcome],
    queryFn: () => readPage(workspaceId, selection, null),
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })
