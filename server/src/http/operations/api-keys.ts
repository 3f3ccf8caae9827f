import { z } from 'zod'
import { createApiKey } from '../../core/api-keys/create.ts'
import { listApiKeys } from '../../core/api-keys/list.ts'
import { revokeApiKey } from '../../core/api-keys/revoke.ts'
import { rotateApiKey } from '../../core/api-keys/rotate.ts'
import { apiKeyScopes } from '../../core/api-keys/scopes.ts'
import { operation } from '../operation.ts'
import { administratorsAndMembers } from '../operation-auth.ts'
import { apiKeyAnswer, apiKeyListAnswer, newApiKeyAnswer, rotatedApiKeyAnswer } from '../schema/api-key.ts'
import { listQuery } from '../schema/list.ts'
import { integer, optional, optionalWithDefault, singleLine, uuid } from '../schema/primitives.ts'

const tag = 'Workspaces and API keys'

const collection = '/byname/v1/workspaces/:workspaceId/api-keys'

const item = `${collection}/:keyId`

const expiresAt = optional(z.iso.datetime({ offset: true }).transform(Date.parse)).meta({
  description: 'When it expires, ISO 8601.',
  example: '2030-01-01T00:00:00Z',
})

const workspaceParams = z.object({ workspaceId: uuid })
const keyParams = z.object({ workspaceId: uuid, keyId: uuid })

const create = operation({
  summary: 'Create an API key',
  description:
    'For an admin key, or an owner of the workspace in a session. The key is returned only in this response. `names:write` issues and revokes subnames, `domains:write` ' +
    'onboards and changes domains, `admin` does everything everywhere.',
  auth: { accepts: administratorsAndMembers },
  returnsSecret: true,
  params: workspaceParams,
  body: z.object({
    name: singleLine(100).meta({ description: 'A display name.', example: 'shop' }),
    scopes: z
      .array(z.enum(apiKeyScopes))
      .min(1)
      .max(apiKeyScopes.length)
      .meta({ description: 'The rights of the key.', example: ['names:write'] }),
    domains: optional(z.array(uuid).min(1).max(1000)).meta({
      description: 'Ids (`ensId`) of its domains; absent: all of the workspace.',
    }),
    origins: optional(z.array(singleLine(300)).min(1).max(100)).meta({
      description: 'Allowed browser origins, exact or `*.example.com`; absent: all.',
      example: ['https://shop.example.com'],
    }),
    expiresAt,
  }),
  errors: ['EnsNotFound', 'WorkspaceNotFoundException'],
  handle: ({ context, caller, params, body: { domains, ...rights } }) =>
    createApiKey(context, { caller, ...params, ...rights, domainIds: domains }),
  mounts: [
    { method: 'POST', url: collection, id: 'bynameCreateApiKey', tag, status: 201, answer: newApiKeyAnswer },
  ],
})

const list = operation({
  summary: 'List the API keys of a workspace',
  description: 'Oldest first, including revoked and expired ones. The keys themselves are not stored.',
  auth: { accepts: administratorsAndMembers },
  params: workspaceParams,
  query: z.object(listQuery),
  errors: ['WorkspaceNotFoundException'],
  handle: ({ context, caller, params, query }) => listApiKeys(context, { caller, ...params, ...query }),
  mounts: [
    {
      method: 'GET',
      url: collection,
      id: 'bynameListApiKeys',
      tag,
      answer: apiKeyListAnswer,
    },
  ],
})

const rotate = operation({
  summary: 'Replace an API key',
  description:
    'Creates a key with the same rights and lets the old one (`previous`) expire after the overlap, in one step.',
  auth: { accepts: administratorsAndMembers },
  returnsSecret: true,
  params: keyParams,
  body: z.object({
    overlap: optionalWithDefault(integer(0, 31_536_000), 3600).meta({
      description: 'Seconds for which the old key stays valid; 0: it ends immediately.',
    }),
    expiresAt,
  }),
  errors: ['ApiKeyNotFoundException'],
  handle: ({ context, caller, params, body }) =>
    rotateApiKey(context, {
      caller,
      workspaceId: params.workspaceId,
      id: params.keyId,
      expiresAt: body.expiresAt,
      overlapMs: body.overlap * 1000,
    }),
  mounts: [
    {
      method: 'POST',
      url: `${item}/rotate`,
      id: 'bynameRotateApiKey',
      tag,
      status: 201,
      answer: rotatedApiKeyAnswer,
    },
  ],
})

const revoke = operation({
  summary: 'Revoke an API key',
  description: 'The key is rejected from the next request on. Revoking it again changes nothing.',
  auth: { accepts: administratorsAndMembers },
  params: keyParams,
  errors: ['ApiKeyNotFoundException'],
  handle: ({ context, caller, params }) =>
    revokeApiKey(context, { caller, workspaceId: params.workspaceId, id: params.keyId }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameRevokeApiKey', tag, answer: apiKeyAnswer }],
})

export const apiKeys = [create, list, rotate, revoke].flat()
