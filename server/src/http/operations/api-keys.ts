import { z } from 'zod'
import {
  apiKeyScopes,
  createApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../core/api-keys.ts'
import { needs } from '../credentials/operation-auth.ts'
import { workspacesAndKeysTag } from '../openapi/tags.ts'
import { operation } from '../operation.ts'
import { listQuery, listResponse } from '../schema/pages.ts'
import {
  integer,
  optional,
  optionalWithDefault,
  responseOf,
  singleLine,
  toIsoTime,
  uuid,
  wireId,
} from '../schema/primitives.ts'

const time = z.iso.datetime().nullable()

const wireApiKey = z
  .object({
    id: wireId('Id of the key.'),
    workspaceId: wireId('The workspace of the key.'),
    name: z.string().meta({ description: 'A display name.', example: 'shop' }),
    prefix: z.string().meta({
      description:
        "The first characters of the key, to identify it; empty for a key of the operator's choice.",
      example: 'byname_4f9c',
    }),
    scopes: z
      .array(z.enum(apiKeyScopes))
      .meta({ description: 'The rights of the key.', example: ['names:write', 'domains:write'] }),
    domains: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Ids of its domains; null: all of its workspace.', example: null }),
    origins: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Allowed browser origins; null: all.', example: null }),
    createdAt: z.iso
      .datetime()
      .meta({ description: 'When it was created.', example: '2030-01-01T00:00:00.000Z' }),
    expiresAt: time.meta({ description: 'When it expires; null: never.', example: null }),
    revokedAt: time.meta({ description: 'When it was revoked; null: it is not.', example: null }),
    lastUsedAt: time.meta({
      description: 'When it was last used, to the minute; null: never.',
      example: null,
    }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' })

const wireNewApiKey = wireApiKey
  .extend({
    key: z
      .string()
      .meta({ description: 'The key itself: returned only once, and not stored.', example: 'byname_4f9c…' }),
  })
  .meta({ id: 'NewApiKey', description: 'An API key and the key itself.' })

/** Contains neither the key nor its hash. */
export function serializeApiKey(apiKey: NewApiKey['apiKey']): z.output<typeof wireApiKey> {
  return {
    id: apiKey.id,
    workspaceId: apiKey.workspaceId,
    name: apiKey.name,
    prefix: apiKey.prefix,
    scopes: [...apiKey.scopes],
    domains: apiKey.domainIds && [...apiKey.domainIds],
    origins: apiKey.origins && [...apiKey.origins],
    createdAt: toIsoTime(apiKey.createdAt),
    expiresAt: toIsoTime(apiKey.expiresAt),
    revokedAt: toIsoTime(apiKey.revokedAt),
    lastUsedAt: toIsoTime(apiKey.lastUsedAt),
  }
}

export function serializeNewApiKey({ apiKey, key }: NewApiKey): z.output<typeof wireNewApiKey> {
  return {
    ...serializeApiKey(apiKey),
    key,
  }
}

const apiKeyResponse = responseOf(wireApiKey, serializeApiKey)
const newApiKeyResponse = responseOf(wireNewApiKey, serializeNewApiKey)

const apiKeyListResponse = listResponse(apiKeyResponse, 'Oldest first.')

const rotatedApiKeyResponse = responseOf(
  wireNewApiKey
    .extend({ previous: wireApiKey })
    .meta({ id: 'RotatedApiKey', description: 'A new API key, and the one that it replaces.' }),
  (rotated: NewApiKey & { readonly previous: NewApiKey['apiKey'] }) => ({
    ...serializeNewApiKey(rotated),
    previous: serializeApiKey(rotated.previous),
  }),
)

const tag = workspacesAndKeysTag

const collection = '/byname/v1/workspaces/:workspaceId/api-keys'

const item = `${collection}/:keyId`

const expiresAt = optional(z.iso.datetime({ offset: true }).transform(Date.parse)).meta({
  description: 'When it expires, ISO 8601.',
  example: '2030-01-01T00:00:00Z',
})

const workspaceParams = z.object({ workspaceId: uuid })
const ofKey = {
  params: z.object({ workspaceId: uuid, keyId: uuid }),
  follows: { id: 'bynameCreateApiKey', params: { keyId: 'id' } },
} as const

const create = operation({
  summary: 'Create an API key',
  description:
    'The key is returned only in this response. `names:write` issues and revokes subnames, ' +
    '`names:revoke` also changes and revokes them without a signature, in batches, `domains:write` ' +
    'onboards and changes domains, `admin` does everything everywhere.',
  auth: needs('keys:write'),
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
    {
      method: 'POST',
      url: collection,
      id: 'bynameCreateApiKey',
      tag,
      status: 201,
      response: newApiKeyResponse,
    },
  ],
})

const list = operation({
  summary: 'List the API keys of a workspace',
  description: 'Oldest first, including revoked and expired ones. The keys themselves are not stored.',
  auth: needs('keys:write'),
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
      response: apiKeyListResponse,
    },
  ],
})

const rotate = operation({
  summary: 'Replace an API key',
  description:
    'Creates a key with the same rights and lets the old one (`previous`) expire after the overlap, in one step.',
  auth: needs('keys:write'),
  returnsSecret: true,
  ...ofKey,
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
      response: rotatedApiKeyResponse,
    },
  ],
})

const revoke = operation({
  summary: 'Revoke an API key',
  description: 'The key is rejected from the next request on. Revoking it again changes nothing.',
  auth: needs('keys:write'),
  ...ofKey,
  errors: ['ApiKeyNotFoundException'],
  handle: ({ context, caller, params }) =>
    revokeApiKey(context, { caller, workspaceId: params.workspaceId, id: params.keyId }),
  mounts: [{ method: 'DELETE', url: item, id: 'bynameRevokeApiKey', tag, response: apiKeyResponse }],
})

export const apiKeys = [create, list, rotate, revoke].flat()
