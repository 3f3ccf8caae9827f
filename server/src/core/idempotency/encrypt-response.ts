import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { RequestSecrets } from './request-secrets.ts'

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Nonce, tag and ciphertext as base64: some responses contain a secret that is shown once. */
export function encryptResponse({ id, encryptionKey }: RequestSecrets, response: StoredResponse): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, encryptionKey, nonce).setAAD(Buffer.from(id))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(response), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')
}

/** Throws unless `encrypted` is of `encryptResponse` with the same secrets. */
export function decryptResponse({ id, encryptionKey }: RequestSecrets, encrypted: string): StoredResponse {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv(algorithm, encryptionKey, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
  return asResponse(JSON.parse(text.toString('utf8')))
}

/** Safe because GCM has authenticated the text as one of `encryptResponse`. */
function asResponse(decrypted: unknown): StoredResponse {
  return decrypted as StoredResponse
}
