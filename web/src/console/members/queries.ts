import type { components } from '@byname/sdk/openapi'
import { queryOptions } from '@tanstack/react-query'
import { allPages, api, unwrap } from '../../api/client.ts'

export type Member = components['schemas']['Member']
export type Role = Member['role']

export const membersPath = '/byname/v1/workspaces/{workspaceId}/members'
export const memberPath = `${membersPath}/{address}` as const

export function membersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: () =>
      allPages((query) => unwrap(api.GET(membersPath, { params: { path: { workspaceId }, query } }))),
  })
}

export const roleOptions: readonly { readonly value: Role; readonly title: string }[] = [
  { value: 'owner', title: 'Owner: everything' },
  { value: 'editor', title: 'Editor: names, invitations, claim page' },
  { value: 'viewer', title: 'Viewer: reads only' },
]
