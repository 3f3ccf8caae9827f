import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKeyScope } from '../../model/api-key.ts'
import { findApiKey, findApiKeyByHash, markApiKeyRevoked, takeApiKey } from '../../store/entities/api-keys.ts'
import { appendEvents } from '../../store/entities/events.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { createApiKey } from '../api-keys.ts'
import { assertWorkspaceAccess } from '../auth/access.ts'
import { hashKey } from '../auth/keys.ts'
import type { Caller, CoreContext } from '../context.ts'
import { deriveSecret } from '../derived-secret.ts'
import { keyEvent } from '../events/entity-events.ts'
import { type Grant, openGrant, sealGrant } from './authorization-code.ts'
import { type OauthClient, readOauthClient } from './client.ts'

/** All that a person can give to an app; `admin` is given to no app. */
export const oauthScopes = [
  'names:write',
  'names:revoke',
  'names:export',
  'domains:write',
] as const satisfies readonly ApiKeyScope[]

/** Time to fetch the key with a code (RFC 6749 §4.1.2: at most ten minutes). */
const codeLifetimeMs = 60_000

const keyLifetimeMs = 30 * 86_400_000

interface Authorization {
  readonly caller: Caller
  readonly workspaceId: string
  readonly clientId: string
  readonly redirectUri: string
  /** S256 of RFC 7636: 43 characters of base64url. */
  readonly codeChallenge: string
  readonly scopes: readonly (typeof oauthScopes)[number][]
  /** Absent: all of the workspace. */
  readonly domainIds?: readonly string[] | undefined
  readonly signal: AbortSignal
}

/**
 * Makes a key for an app, with the consent of a person who may make keys, and the code with which the app fetches it.
 *
 * @throws AppError as `readOauthClient` and `createApiKey`.
 */
export async function authorizeClient(
  context: CoreContext,
  { signal, clientId, redirectUri, codeChallenge, ...rights }: Authorization,
): Promise<{ readonly client: OauthClient; readonly code: string }> {
  assertWorkspaceAccess(rights.caller, rights.workspaceId, 'keys:write')
  const client = await readOauthClient(context, { clientId, redirectUri, signal })
  const now = context.clock()
  const { apiKey, key } = await createApiKey(context, {
    ...rights,
    name: `${client.name} (${client.host})`.slice(0, 100),
    expiresAt: now + keyLifetimeMs,
  })
  const grant: Grant = {
    ...{ key, keyId: apiKey.id, clientId, redirectUri, codeChallenge },
    scopes: [...apiKey.scopes],
    expiresAt: now + codeLifetimeMs,
  }
  return { client, code: sealGrant(await codeSecret(context), grant) }
}

interface CodeExchange {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  /** RFC 7636. */
  readonly codeVerifier: string
}

interface OauthToken {
  /** An API key. */
  readonly accessToken: string
  readonly scopes: readonly string[]
  readonly expiresInSeconds: number
}

/**
 * Returns the key of a code, once: the key of a code that comes again is revoked (RFC 6749 §4.1.2), because another than the app
 * may have it. Undefined for a code that is unknown, used, late, of another client, or without its verifier.
 */
export async function exchangeCode(
  context: CoreContext,
  { code, clientId, redirectUri, codeVerifier }: CodeExchange,
): Promise<OauthToken | undefined> {
  const grant = openGrant(await codeSecret(context), code)
  const isOfClient = grant?.clientId === clientId && grant.redirectUri === redirectUri
  if (!grant || !isOfClient || !isVerifier(codeVerifier, grant.codeChallenge)) return undefined
  const now = context.clock()
  return context.store.inTurn(grant.keyId).plainTransaction(async (tx) => {
    if (now < grant.expiresAt && (await takeApiKey(tx, grant.keyId, now))) {
      const apiKey = await findApiKey(tx, grant.keyId)
      const expiresAt = apiKey?.expiresAt ?? now
      return {
        accessToken: grant.key,
        scopes: grant.scopes,
        expiresInSeconds: Math.floor((expiresAt - now) / 1000),
      }
    }
    await revoke(context, tx, hashKey(grant.key))
    return undefined
  })
}

/** RFC 7009: an unknown token is revoked already. Works for every key but those with scope `admin`: who has a key may end it. */
export async function revokeToken(context: CoreContext, token: string): Promise<void> {
  const hash = hashKey(token)
  const known = await findApiKeyByHash(context.store.db, hash)
  if (known) await context.store.inTurn(known.id).plainTransaction((tx) => revoke(context, tx, hash))
}

async function revoke(
  context: CoreContext,
  tx: StoreTransaction,
  hash: ReturnType<typeof hashKey>,
): Promise<void> {
  const apiKey = await findApiKeyByHash(tx, hash)
  if (!apiKey || apiKey.scopes.includes('admin')) return
  if (await markApiKeyRevoked(tx, apiKey.id, context.clock()))
    await appendEvents(tx, keyEvent(context, { type: 'key.revoked', before: apiKey }))
}

function isVerifier(verifier: string, challenge: string): boolean {
  const [given, expected] = [
    createHash('sha256').update(verifier).digest(),
    Buffer.from(challenge, 'base64url'),
  ]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function codeSecret(context: CoreContext): Promise<Uint8Array> {
  return deriveSecret(context, 'authorization codes')
}
