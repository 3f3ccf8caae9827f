import type { ApiKey } from '../../model/api-key.ts'

/** Neither revoked nor expired. */
export function isKeyValid({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}
