import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { ApiKeyScope } from '../../model/api-key.ts'
import type { Role } from '../../model/member.ts'
import type { ExpectedAudience } from '../caller.ts'
import type { RequestSecrets } from './request-secrets.ts'

/** Of a credential, by which a response may be repeated. */
export interface CallerRights {
  readonly isOperator: boolean
  /** By id of the workspace. */
  readonly roles: readonly (readonly [string, Role])[]
  readonly scopes: readonly ApiKeyScope[]
  /** Null: all. */
  readonly domainIds: readonly string[] | null
}

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What is not kept: a secret, or a body above the bound. */
  readonly body: string | { readonly omitted: 'secret' | 'large' }
  readonly rights: CallerRights
  /** Absent: the operation accepted no signed message. */
  readonly audience?: ExpectedAudience | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Nonce, tag and ciphertext as base64. */
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
