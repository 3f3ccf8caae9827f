import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

const grant = z.object({
  key: z.string(),
  keyId: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** S256 of RFC 7636. */
  codeChallenge: z.string(),
  scopes: z.array(z.string()),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})

/** What a code stands for: a key that is not handed out yet, and the client that may fetch it. */
export type Grant = z.output<typeof grant>

const [ivBytes, tagBytes] = [12, 16]

/** Encrypted and authenticated, so that the service keeps no codes. `secret`: 32 bytes. */
export function sealGrant(secret: Uint8Array, content: Grant): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const sealed = Buffer.concat([
    iv,
    cipher.update(JSON.stringify(content), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return sealed.toString('base64url')
}

/** Undefined for what this secret has not sealed. */
export function openGrant(secret: Uint8Array, code: string): Grant | undefined {
  const sealed = Buffer.from(code, 'base64url')
  if (sealed.length <= ivBytes + tagBytes || sealed.toString('base64url') !== code) return undefined
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, ivBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const text = Buffer.concat([
      decipher.update(sealed.subarray(ivBytes, -tagBytes)),
      decipher.final(),
    ]).toString('utf8')
    return grant.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
