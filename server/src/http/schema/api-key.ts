import { z } from 'zod'
import type { NewApiKey } from '../../core/api-keys/new-key.ts'
import { apiKeyScopes } from '../../core/api-keys/scopes.ts'
import { answer } from './answer.ts'
import { toIsoTime } from './iso-time.ts'
import { listAnswer } from './list.ts'
import { wireId } from './primitives.ts'

const time = z.iso.datetime().nullable()

export const wireApiKey = z
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

export const wireNewApiKey = wireApiKey
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

export const apiKeyAnswer = answer(wireApiKey, serializeApiKey)
export const newApiKeyAnswer = answer(wireNewApiKey, serializeNewApiKey)

export const apiKeyListAnswer = listAnswer(apiKeyAnswer, 'Oldest first.')

export const rotatedApiKeyAnswer = answer(
  wireNewApiKey
    .extend({ previous: wireApiKey })
    .meta({ id: 'RotatedApiKey', description: 'A new API key, and the one that it replaces.' }),
  (rotated: NewApiKey & { readonly previous: NewApiKey['apiKey'] }) => ({
    ...serializeNewApiKey(rotated),
    previous: serializeApiKey(rotated.previous),
  }),
)
