import type { components } from '@byname/sdk/openapi'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'

export type ApiRequest = components['schemas']['ApiRequest']

export const requestsPath = '/byname/v1/workspaces/{workspaceId}/requests'

export interface RequestSelection {
  /** Absent: of every key. */
  readonly keyId?: string | undefined
  readonly outcome: 'all' | 'failed'
}

const pageSize = 50

/** The newest first. */
export const requestsQuery = (workspaceId: string, { keyId, outcome }: RequestSelection) =>
  infiniteQueryOptions({
    queryKey: ['requests', workspaceId, keyId, outcome],
    queryFn: ({ pageParam }) => {
      const query = {
        ...{ outcome, limit: pageSize },
        ...(keyId !== undefined && { keyId }),
        ...(pageParam !== null && { after: pageParam }),
      }
      return unwrap(api.GET(requestsPath, { params: { path: { workspaceId }, query } }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
