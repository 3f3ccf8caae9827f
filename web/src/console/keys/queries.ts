import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { allPages, api, unwrap } from '../../api/client.ts'

export type ApiKey = components['schemas']['ApiKey']

export const keysPath = '/byname/v1/workspaces/{workspaceId}/api-keys'

export function keysQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['keys', workspaceId],
    queryFn: () =>
      allPages((query) => unwrap(api.GET(keysPath, { params: { path: { workspaceId }, query } }))),
  })
}

/** In a word, and whether it may still be used. */
export function stateOf({
  revokedAt,
  expiresAt,
}: Pick<ApiKey, 'revokedAt' | 'expiresAt'>): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid'
}
