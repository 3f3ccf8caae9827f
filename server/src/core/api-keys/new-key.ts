import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { hashKey } from '../auth/hash-key.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'

export type KeyRights = Pick<
  ApiKey,
  'workspaceId' | 'name' | 'scopes' | 'domainIds' | 'origins' | 'expiresAt'
>

/** An API key and its secret, which is not stored. */
export interface NewApiKey {
  readonly apiKey: ApiKey
  readonly key: string
}

const keyPrefix = 'byname_'

/**
 * Generates 256 random bits, or takes the operator's `key`, whose prefix is hidden because it may be short.
 *
 * @throws AppError `BadRequestException` when already expired.
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
