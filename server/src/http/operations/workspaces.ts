import { z } from 'zod'
import { listOwnWorkspaces, type OwnWorkspace, openWorkspace } from '../../core/workspaces.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { Workspace } from '../../model/workspace.ts'
import { administratorsAndMembers, anyCredential } from '../credentials/operation-auth.ts'
import { workspacesAndKeysTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  chainId,
  domainName,
  evmAddress,
  optional,
  responseOf,
  signedExample,
  singleLine,
  wireId,
} from '../schema/primitives.ts'
import { wireRole } from './members.ts'

const wireWorkspace = z
  .object({
    id: wireId('Id of the workspace.'),
    name: z.string().meta({ description: 'A display name.', example: 'Acme' }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was created.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'Workspace', description: 'A tenant.' })

export function serializeWorkspace({ id, name, createdAt }: Workspace): z.output<typeof wireWorkspace> {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
  }
}

const workspaceResponse = responseOf(wireWorkspace, serializeWorkspace)

export const wireOwnWorkspace = wireWorkspace
  .extend({
    role: wireRole.nullable().meta({
      description: 'The role of the session; null: an operator, or an API key.',
      example: 'owner',
    }),
  })
  .meta({ id: 'OwnWorkspace', description: 'A workspace in which the caller may act.' })

export function serializeOwnWorkspace({
  role,
  ...workspace
}: OwnWorkspace): z.output<typeof wireOwnWorkspace> {
  return { ...serializeWorkspace(workspace), role }
}

const ownWorkspaceListResponse = listResponse(
  responseOf(wireOwnWorkspace, serializeOwnWorkspace),
  'Oldest first.',
)

const url = '/byname/v1/workspaces'
const tag = workspacesAndKeysTag

const name = singleLine(100).meta({ description: 'A display name.', example: 'Acme' })

const open = operation({
  summary: 'Open a workspace',
  description:
    'The address of the session becomes its owner. For operators and admin keys; with `WORKSPACE_CREATION=domain-controllers` also ' +
    'for a session whose address controls `domain` on chain.',
  auth: { accepts: administratorsAndMembers, anyRights: true },
  loadClass: 'outbound',
  query: z.object({
    chainId: chainId.prefault(1).meta({ description: 'Chain of the domain.', example: 1 }),
  }),
  body: z.object({
    name,
    domain: optional(domainName).meta({
      description: 'A domain that the address controls on chain; operators need none.',
      example: 'demo.eth',
    }),
    owner: optional(evmAddress).meta({
      description: 'Its owner instead of the caller, if an operator opens it.',
      example: signedExample.address,
    }),
  }),
  callsUpstream: true,
  errors: ['NotHolderException', 'LimitReachedException'],
  handle: ({ context, caller, query, body: { owner, ...body } }) =>
    openWorkspace(context, { caller, ...query, ...body, owner: owner && lowerCaseHex(owner) }),
  mounts: [{ method: 'POST', url, id: 'bynameOpenWorkspace', tag, status: 201, response: workspaceResponse }],
})

const list = operation({
  summary: 'List own workspaces',
  description: 'Those in which the caller may act, with the role. An operator or admin key: all.',
  auth: { accepts: anyCredential, anyRights: true },
  query: z.object(listQuery),
  handle: ({ context, caller, query }) => listOwnWorkspaces(context, { caller, ...query }),
  mounts: [{ method: 'GET', url, id: 'bynameListWorkspaces', tag, response: ownWorkspaceListResponse }],
})

export const workspaces = [open, list].flat()
