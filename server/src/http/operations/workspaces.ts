import { z } from 'zod'
import { createWorkspace } from '../../core/workspaces/create.ts'
import { listWorkspaces } from '../../core/workspaces/list.ts'
import { listOwnWorkspaces } from '../../core/workspaces/list-own.ts'
import { openWorkspace } from '../../core/workspaces/open.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { operation } from '../operation.ts'
import { exampleId, signedExample } from '../schema/examples.ts'
import {
  chainId,
  domainName,
  evmAddress,
  integer,
  optional,
  optionalWithDefault,
  singleLine,
  uuid,
} from '../schema/primitives.ts'
import { ownWorkspaceListAnswer, workspaceAnswer, workspaceListAnswer } from '../schema/workspace.ts'

const tag = 'Workspaces and API keys'

const name = singleLine(100).meta({ description: 'A display name.', example: 'Acme' })

const create = operation({
  summary: 'Create a workspace',
  description: 'A tenant, which owns domains and API keys.',
  auth: 'admin',
  body: z.object({ name }),
  errors: createWorkspace.errors,
  handle: ({ context, body }) => createWorkspace(context, body),
  mounts: [
    {
      method: 'POST',
      url: '/ens/v1/workspaces',
      id: 'v1CreateWorkspace',
      tag,
      status: 201,
      answer: workspaceAnswer,
    },
  ],
})

const list = operation({
  summary: 'List the workspaces',
  description: 'Oldest first.',
  auth: 'admin',
  errors: [],
  handle: ({ context }) => listWorkspaces(context),
  mounts: [
    {
      method: 'GET',
      url: '/ens/v1/workspaces',
      id: 'v1ListWorkspaces',
      tag,
      answer: workspaceListAnswer,
    },
  ],
})

const ownUrl = '/byname/v1/workspaces'

const open = operation({
  summary: 'Open a workspace',
  description:
    'The address of the session becomes its owner. For operators and admin keys; with `WORKSPACE_CREATION=domain-controllers` also ' +
    'for a session whose address controls `domain` on chain.',
  auth: 'admin|member',
  loadClass: 'outbound',
  body: z.object({
    name,
    domain: optional(domainName).meta({
      description: 'A domain that the address controls on chain; operators need none.',
      example: 'demo.eth',
    }),
    chainId: chainId.prefault(1).meta({ description: 'Chain of the domain.', example: 1 }),
    owner: optional(evmAddress).meta({
      description: 'Its owner instead of the caller, if an operator opens it.',
      example: signedExample.address,
    }),
  }),
  errors: openWorkspace.errors,
  handle: ({ context, caller, body: { owner, ...body } }) =>
    openWorkspace(context, { caller, ...body, owner: owner && lowerCaseHex(owner) }),
  mounts: [
    { method: 'POST', url: ownUrl, id: 'bynameOpenWorkspace', tag, status: 201, answer: workspaceAnswer },
  ],
})

const listOwn = operation({
  summary: 'List own workspaces',
  description: 'Those in which the caller may act, with the role. An operator or admin key: all, in pages.',
  auth: 'key',
  query: z.object({
    after: optional(uuid).meta({ description: '`next` of the previous page.', example: exampleId }),
    limit: optionalWithDefault(integer(1, 200), 100).meta({
      description: 'Workspaces of a page.',
      example: 100,
    }),
  }),
  errors: listOwnWorkspaces.errors,
  handle: ({ context, caller, query }) => listOwnWorkspaces(context, { caller, ...query }),
  mounts: [{ method: 'GET', url: ownUrl, id: 'bynameListWorkspaces', tag, answer: ownWorkspaceListAnswer }],
})

export const workspaces = [create, list, open, listOwn].flat()
