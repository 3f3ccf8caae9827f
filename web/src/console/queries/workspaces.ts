import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'

/** Of the session; an operator's are all of the instance. One page is enough to choose from. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => unwrap(api.GET('/byname/v1/workspaces', { params: { query: { limit: 50 } } })),
})
