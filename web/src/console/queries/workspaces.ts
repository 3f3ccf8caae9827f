import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'

/** Of the session; an operator's are all of the instance. One page is enough to choose from. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => unwrap(api.GET('/byname/v1/workspaces', { params: { query: { limit: 50 } } })),
})

/** All of them, page by page. */
export const allWorkspacesQuery = infiniteQueryOptions({
  queryKey: ['workspaces', 'all'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }) => {
    const query = { limit: 100, ...(pageParam !== undefined && { after: pageParam }) }
    return unwrap(api.GET('/byname/v1/workspaces', { params: { query } }))
  },
  getNextPageParam: ({ next }) => next ?? undefined,
})
