import { hash } from 'node:crypto'
import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { findApiKeyByHash, touchApiKey } from '../../store/entities/api-keys.ts'
import type { CoreContext } from '../context.ts'
import { isOriginAllowed } from './access.ts'

/** Keys are long and random, so SHA-256 needs no salt. */
export function hashKey(key: string): Hex {
  return `0x${hash('sha256', key, 'hex')}`
}

/** Neither revoked nor expired. */
export function isKeyValid({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}

/** Limits writes of `last_used_at`. */
const touchIntervalMs = 60_000

/** Lookup by hash: timing reveals nothing about stored keys. */
export async function authenticateApiKey(
  context: CoreContext,
  presentedKey: string,
  origin: string | undefined,
): Promise<ApiKey> {
  const now = context.clock()
  const key = await findApiKeyByHash(context.store.db, hashKey(presentedKey))
  if (!key || !isKeyValid(key, now)) throw invalidKeyError()
  if (origin !== undefined && !isOriginAllowed(origin, key.origins))
    throw new AppError('OriginNotAllowedException', `This API key may not be used from ${origin}.`)
  if ((key.lastUsedAt ?? 0) < now - touchIntervalMs)
    await context.store.note((turn) => touchApiKey(turn, key.id, now))
  return key
}

export function invalidKeyError() {
  return new AppError('InvalidApiKeyException', 'The API key is unknown, revoked or expired.')
}
