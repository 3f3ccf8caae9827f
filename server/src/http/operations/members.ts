import { z } from 'zod'
import { addMember, changeRole, listMembers, removeMember } from '../../core/members.ts'
import type { ListedOperator } from '../../core/operators.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { type Member, roles } from '../../model/workspace.ts'
import { needs } from '../credentials/operation-auth.ts'
import { sessionsAndMembersTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  chainId,
  evmAddress,
  exampleId,
  responseOf,
  signedExample,
  toIsoTime,
  uuid,
} from '../schema/primitives.ts'

const wireAddress = z.string().meta({ description: 'EIP-55.', example: signedExample.address })

export const wireRole = z.enum(roles).meta({
  description: '`owner`: everything; `editor`: names, invitations and the claim page; `viewer`: reads only.',
  example: 'editor',
})

const addedBy = wireAddress.nullable().meta({
  description: 'Who added it, EIP-55; null: an admin key, or the settings.',
  example: null,
})

const wireMember = z
  .object({
    address: wireAddress,
    role: wireRole,
    addedBy,
    createdAt: z.iso.datetime().meta({ description: 'Since when.', example: '2030-01-01T00:00:00.000Z' }),
  })
  .meta({ id: 'Member', description: 'An address that may act in a workspace.' })

function serializeMember({ address, role, addedBy, createdAt }: Member): z.output<typeof wireMember> {
  return {
    address: checksumAddress(address),
    role,
    addedBy: addedBy && checksumAddress(addedBy),
    createdAt: toIsoTime(createdAt),
  }
}

const memberResponse = responseOf(wireMember, serializeMember)

const memberListResponse = listResponse(memberResponse, 'Oldest first.')

const wireOperator = z
  .object({
    address: wireAddress,
    addedBy,
    createdAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when; null: from the settings.', example: null }),
    isFromSettings: z.boolean().meta({ description: 'Whether it is in `OPERATORS`.', example: true }),
  })
  .meta({ id: 'Operator', description: 'An address that runs the instance.' })

export const operatorResponse = responseOf(
  wireOperator,
  ({ address, addedBy, createdAt, isFromSettings }: ListedOperator) => ({
    address: checksumAddress(address),
    addedBy: addedBy && checksumAddress(addedBy),
    createdAt: toIsoTime(createdAt),
    isFromSettings,
  }),
)

export const operatorListResponse = listResponse(operatorResponse, 'Those of the settings first.')

/** What a removal returns. */
export const removedAddressResponse = responseOf(
  z.object({ address: wireAddress.meta({ description: 'Who was removed, EIP-55.' }) }),
  ({ address }: { readonly address: string }) => ({ address }),
)

const tag = sessionsAndMembersTag
const collection = '/byname/v1/workspaces/:workspaceId/members'
const item = `${collection}/:address`

const workspaceId = uuid.meta({ description: 'Id of the workspace.', example: exampleId })
const ofWorkspace = z.object({ workspaceId })
const ofMember = {
  params: z.object({ workspaceId, address: evmAddress }),
  follows: { id: 'bynameAddMember', params: { address: 'address' } },
} as const

const list = operation({
  summary: 'List the members of a workspace',
  description: 'Oldest first.',
  auth: needs('read'),
  params: ofWorkspace,
  query: z.object(listQuery),
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params, query }) => listMembers(context, { caller, ...params, ...query }),
  mounts: [{ method: 'GET', url: collection, id: 'bynameListMembers', tag, response: memberListResponse }],
})

const add = operation({
  summary: 'Add a member',
  description: 'They sign in with their wallet. A workspace has at most 1,000 members.',
  auth: needs('members:write'),
  params: ofWorkspace,
  query: z.object({
    chainId: chainId.prefault(1).meta({ description: 'Chain of the name.', example: 1 }),
  }),
  body: z.object({
    member: z.string().min(1).max(1024).meta({
      description: 'An address, or an ENS name that has one.',
      example: signedExample.address,
    }),
    role: wireRole,
  }),
  callsUpstream: true,
  errors: [
    'InvalidNameException',
    'WorkspaceNotFoundException',
    'LimitReachedException',
    'MemberAlreadyExistsException',
  ],
  handle: ({ context, caller, params, query, body, outbound }) =>
    addMember(context, { caller, ...params, ...query, ...body, admit: outbound }),
  mounts: [
    { method: 'POST', url: collection, id: 'bynameAddMember', tag, status: 201, response: memberResponse },
  ],
})

const change = operation({
  summary: 'Change the role of a member',
  description: 'Effective with the next request. A workspace that has an owner keeps one.',
  auth: needs('members:write'),
  ...ofMember,
  body: z.object({ role: wireRole }),
  errors: ['WorkspaceNotFoundException', 'MemberNotFoundException', 'LastOwnerException'],
  handle: ({ context, caller, params: { workspaceId, address }, body: { role } }) =>
    changeRole(context, { caller, workspaceId, address: lowerCaseHex(address), role }),
  mounts: [{ method: 'PATCH', url: item, id: 'bynameChangeMember', tag, response: memberResponse }],
})

const remove = operation({
  summary: 'Remove a member',
  description: 'A workspace that has an owner keeps one. Every member may leave.',
  auth: needs('members:write'),
  ...ofMember,
  errors: ['WorkspaceNotFoundException', 'MemberNotFoundException', 'LastOwnerException'],
  handle: async ({ context, caller, params: { workspaceId, address } }) => {
    await removeMember(context, { caller, workspaceId, address: lowerCaseHex(address) })
    return { address }
  },
  mounts: [{ method: 'DELETE', url: item, id: 'bynameRemoveMember', tag, response: removedAddressResponse }],
})

export const members = [list, add, change, remove].flat()
