import type { components } from '@byname/sdk/openapi'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { shortAddress } from '../../ui/short-address.ts'

export type FoundName = components['schemas']['FoundName']

/** The most that a search text may have. */
const maxTextChars = 1000

interface WorkspaceSearch {
  readonly workspaceId: string | undefined
  /** Empty: nothing is searched. */
  readonly text: string
  readonly limit: number
}

/** Names of every domain of the workspace, each with why it is found. */
export const workspaceSearchQuery = ({ workspaceId, text, limit }: WorkspaceSearch) =>
  queryOptions({
    queryKey: ['names', 'workspace', workspaceId, text, limit],
    enabled: workspaceId !== undefined && text !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { search: text.slice(0, maxTextChars), limit }
      const params = { path: { workspaceId: workspaceId ?? '' }, query }
      return unwrap(api.GET('/byname/v1/workspaces/{workspaceId}/names', { params, signal }))
    },
  })

/** What it was found by, in words; nothing for the usual, the name that one sees. */
export function reasonOf({ matched, holder }: FoundName): string | undefined {
  if (matched === 'tag') return 'By a tag'
  if (matched === 'text') return 'By a text'
  return matched === 'owner' && holder !== null ? `Held by ${shortAddress(holder)}` : undefined
}
