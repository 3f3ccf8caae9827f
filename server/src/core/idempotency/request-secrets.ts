import { createHmac, hkdfSync } from 'node:crypto'

/** Derived from what the client alone has, so the stored row reveals neither the request nor its response. */
export interface RequestSecrets {
  readonly id: string
  readonly fingerprintKey: Uint8Array
  readonly encryptionKey: Uint8Array
}

/** HKDF (RFC 5869) with SHA-256. `scope` separates callers. */
export function deriveRequestSecrets(scope: readonly string[], idempotencyKey: string): RequestSecrets {
  const material = JSON.stringify([...scope, idempotencyKey])
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', material, '', `byname idempotency ${purpose}`, 32))
  return {
    id: Buffer.from(derive('id')).toString('base64url'),
    fingerprintKey: derive('fingerprint'),
    encryptionKey: derive('encryption'),
  }
}

/** HMAC with SHA-256: a plain hash of a short body could be reversed by guessing. */
export function fingerprintOf(
  { fingerprintKey }: RequestSecrets,
  parts: readonly (string | Uint8Array)[],
): string {
  const hmac = createHmac('sha256', fingerprintKey)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest('base64url')
}
