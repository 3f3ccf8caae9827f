import { z } from 'zod'
import { listOwnWorkspaces } from '../../core/workspaces/list-own.ts'
import { openWorkspace } from '../../core/workspaces/open.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { operation } from '../operation.ts'
import { administratorsAndMembers, anyCredential } from '../operation-auth.ts'
import { signedExample } from '../schema/examples.ts'
import { listQuery } from '../schema/list.ts'
import { chainId, domainName, evmAddress, optional, singleLine } from '../schema/primitives.ts'
import { ownWorkspaceListAnswer, workspaceAnswer } from '../schema/workspace.ts'

const url = '/byname/v1/workspaces'
const tag = 'Workspaces and API keys'

const name = singleLine(100).meta({ description: 'A display name.', example: 'Acme' })

const open = operation({
  summary: 'Open a workspace',
  description:
    'The address of the session becomes its owner. For operators and admin keys; with `WORKSPACE_CREATION=domain-controllers` also ' +
    'for a session whose address controls `domain` on chain.',
  auth: { accepts: administratorsAndMembers },
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
  mounts: [{ method: 'POST', url, id: 'bynameOpenWorkspace', tag, status: 201, answer: workspaceAnswer }],
})

const list = operation({
  summary: 'List own workspaces',
  description: 'Those in which the caller may act, with the role. An operator or admin key: all.',
  auth: { accepts: anyCredential, anyRights: true },
  query: z.object(listQuery),
  handle: ({ context, caller, query }) => listOwnWorkspaces(context, { caller, ...query }),
  mounts: [{ method: 'GET', url, id: 'bynameListWorkspaces', tag, answer: ownWorkspaceListAnswer }],
})

export const workspaces = [open, list].flat()
