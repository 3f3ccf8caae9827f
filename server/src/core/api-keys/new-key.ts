import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { hashKey } from '../auth/hash-key.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'

/** The purpose and expiry of an API key. */
export type KeyRights = Pick<
  ApiKey,
  'workspaceId' | 'name' | 'scopes' | 'domainIds' | 'origins' | 'expiresAt'
>

/** An API key together with the key itself, which is shown once and not stored. */
export interface NewApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

/** Prefix of each generated key. */
const keyPrefix = 'byname_'

/**
 * Creates an API key to be stored: 256 random bits, or `key` of the operator, of which no prefix is shown, because it may be
 * short.
 *
 * @throws AppError `BadRequestException` when it would have expired already.
 */
export function generateApiKey(
  context: CoreContext,
  rights: KeyRights,
  key = `${keyPrefix}${randomBytes(32).toString('base64url')}`,
): NewApiKey {
  const now = context.clock()
  if (rights.expiresAt !== null && rights.expiresAt <= now)
    throw new AppError('BadRequestException', 'The API key would have expired already.')
  const apiKey = {
    ...rights,
    id: newId(),
    prefix: key.startsWith(keyPrefix) ? key.slice(0, keyPrefix.length + 5) : '',
    hash: hashKey(key),
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
  }
  return { apiKey, key }
}
