import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/openapi-types.ts'

export type ApiKey = components['schemas']['ApiKey']

export const keysPath = '/ens/v1/workspaces/{workspaceId}/api-keys'

export function keysQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['keys', workspaceId],
    queryFn: async () => (await unwrap(api.GET(keysPath, { params: { path: { workspaceId } } }))).apiKeys,
  })
}

/** In a word, and whether it may still be used. */
export function stateOf({ revokedAt, expiresAt }: ApiKey): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid'
}
