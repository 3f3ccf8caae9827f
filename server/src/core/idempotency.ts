import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { recoverSigner } from '../chain/signatures.ts'
import { isHexBytes } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import type { ApiKeyScope } from '../model/api-key.ts'
import type { IdempotentRequest } from '../model/idempotent-request.ts'
import type { Session } from '../model/session.ts'
import type { Role } from '../model/workspace.ts'
import {
  findRequest,
  type RequestLease,
  releaseRequest,
  renewRequestLease,
  reserveRequest,
  storeResponse,
} from '../store/entities/idempotent-requests.ts'
import { permissionsOfRole } from './auth/access.ts'
import { verifySignedMessage } from './auth/signed-message.ts'
import {
  type CoreContext,
  type Credential,
  type ExpectedAudience,
  newId,
  type SignedCaller,
  type SignedMessage,
} from './context.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** After this time without renewal its process counts as dead, and a retry runs the operation again. */
const leaseDurationMs = 15_000
const renewalIntervalMs = 5_000

/** Their rows are apart, but while commits wait for a standby, so do they. */
const turnSubject = 'idempotency keys'

const retentionMs = 24 * 60 * 60 * 1000

interface BeginRequest {
  readonly secrets: RequestSecrets
  readonly fingerprint: string
  /** Throws when the caller may store no further response. */
  readonly charge: () => Promise<void>
}

/** Only its holder runs the operation. */
export interface RunningRequest {
  /** Stores the response for retries; without one, a retry runs the operation again. */
  readonly finish: (response: StoredResponse | undefined) => Promise<void>
}

/** @returns the response of an earlier request with the same key, or the right to run this one. */
export function beginRequest(
  context: CoreContext,
  { secrets, fingerprint, charge }: BeginRequest,
): Promise<StoredResponse | RunningRequest> {
  const { db } = context.store
  const turns = context.store.inTurn(turnSubject)
  return retryOnConflict('The Idempotency-Key', async () => {
    const now = context.clock()
    const lease = { id: secrets.id, leaseOwner: newId() }
    const reservation = { ...lease, fingerprint, expiresAt: now + leaseDurationMs }
    if (await turns.plainStatement((turn) => reserveRequest(turn, reservation, now))) {
      await charge().catch(async (error: unknown) => {
        await turns.plainStatement((turn) => releaseRequest(turn, lease))
        throw error
      })
      return run(context, secrets, lease)
    }
    // Undefined when it was released or purged in between.
    const earlier = await findRequest(db, secrets.id)
    return earlier && responseOf(earlier, secrets, fingerprint)
  })
}

function responseOf(
  earlier: IdempotentRequest,
  secrets: RequestSecrets,
  fingerprint: string,
): StoredResponse {
  if (earlier.fingerprint !== fingerprint)
    throw new AppError(
      'IdempotencyKeyReusedException',
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    )
  if (earlier.response !== null) return decryptResponse(secrets, earlier.response)
  throw new AppError(
    'RequestInProgressException',
    'The first request with this Idempotency-Key is still running. Retry in 1 second.',
  )
}

function run({ store, clock }: CoreContext, secrets: RequestSecrets, lease: RequestLease): RunningRequest {
  // A failed renewal is repeated; the response is stored under the lease only.
  const turns = store.inTurn(turnSubject)
  const renew = () =>
    turns.plainStatement((turn) => renewRequestLease(turn, lease, clock() + leaseDurationMs)).catch(() => {})
  const timer = setInterval(renew, renewalIntervalMs)
  return {
    finish: async (response) => {
      clearInterval(timer)
      if (!response) return turns.plainStatement((turn) => releaseRequest(turn, lease))
      const encrypted = encryptResponse(secrets, response)
      await storeResponse(store.db, lease, { response: encrypted, expiresAt: clock() + retentionMs })
    },
  }
}

export function rightsOf({ apiKey, session }: Credential): CallerRights {
  return {
    isOperator: session?.isOperator ?? false,
    roles: [...(session?.roles ?? [])],
    scopes: apiKey?.scopes ?? [],
    domainIds: apiKey?.domainIds ?? null,
  }
}

/**
 * The right to the response of an earlier request: the caller still has the rights with which it was made, and the signed
 * message, which may be another one, is accepted where that of the earlier request was. What state decides, such as who the holder
 * is, is not decided again: the request itself may have changed it.
 */
export async function assertMayRepeat(
  context: CoreContext,
  { rights, audience }: StoredResponse,
  { credential, caller }: { readonly credential: Credential; readonly caller: SignedCaller },
): Promise<void> {
  if (!covers(rightsOf(credential), rights))
    throw new AppError(
      'ForbiddenException',
      'The key or session had rights that it no longer has when the request with this Idempotency-Key was made.',
    )
  if (audience) await verifySignedMessage(context, caller, audience)
}

function covers(now: CallerRights, then: CallerRights): boolean {
  const roles = new Map(now.roles)
  return (
    (now.isOperator || !then.isOperator) &&
    (now.isOperator ||
      then.roles.every(([workspaceId, role]) => includesRole(roles.get(workspaceId), role))) &&
    then.scopes.every((scope) => now.scopes.includes(scope)) &&
    (now.domainIds === null || then.domainIds?.every((id) => now.domainIds?.includes(id)) === true)
  )
}

function includesRole(now: Role | undefined, then: Role): boolean {
  return now !== undefined && permissionsOfRole[then].every((each) => permissionsOfRole[now].includes(each))
}

export interface RequestSource {
  /** Authenticated, in plain. */
  readonly apiKey: string | undefined
  /** Verified. */
  readonly session: Session | undefined
  /** Unverified. */
  readonly signedMessage: Omit<SignedMessage, 'admit'> | undefined
  /** IPv4 address or IPv6 network. */
  readonly client: string
}

/**
 * Separates the idempotency keys of callers: an API key, else the address of a session, else the address that signed, else the signed message (a
 * contract's signature is not verified here), else the client's network. Nothing that only names an address shares its
 * scope.
 */
export function callerScope({ apiKey, session, signedMessage, client }: RequestSource): readonly string[] {
  if (apiKey !== undefined) return ['api-key', apiKey]
  if (session) return session.address ? ['member', session.address] : ['session', session.id]
  if (!signedMessage) return ['client', client]
  const { address, message, signature } = signedMessage
  return isSignedByAddress(signedMessage)
    ? ['address', address.toLowerCase()]
    : ['signed-message', address, message, signature]
}

function isSignedByAddress({ address, message, signature }: NonNullable<RequestSource['signedMessage']>) {
  return isHexBytes(signature) && recoverSigner(message, signature) === address.toLowerCase()
}

/** Of a credential, by which a response may be repeated. */
interface CallerRights {
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
function encryptResponse({ id, encryptionKey }: RequestSecrets, response: StoredResponse): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, encryptionKey, nonce).setAAD(Buffer.from(id))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(response), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')
}

/** Throws unless `encrypted` is of `encryptResponse` with the same secrets. */
function decryptResponse({ id, encryptionKey }: RequestSecrets, encrypted: string): StoredResponse {
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
