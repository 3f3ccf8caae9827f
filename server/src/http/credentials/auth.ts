import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { isAdministrator } from '../../core/auth/access.ts'
import { authenticateApiKey } from '../../core/auth/keys.ts'
import { authenticateSession } from '../../core/auth/sessions.ts'
import type { Caller, Credential, SignedMessage } from '../../core/context.ts'
import { AppError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import { clientKey } from '../rate-limit/client-key.ts'
import { credentialOf, decodeMessageHeader, presentedApiKey, readHeaderText } from './credentials.ts'
import { type Auth, acceptsKey, acceptsSession, type CredentialKind } from './operation-auth.ts'
import { arrivalOf, assertSentByOwnPage, ownOriginOf } from './own-origin.ts'
import { readSessionToken, signInFirstError } from './session.ts'

/** Checks the API key or session before the body is read, so that unauthenticated clients use no memory. */
export async function authenticateRequest(
  context: Context,
  auth: Auth,
  request: FastifyRequest,
): Promise<Credential> {
  const credential = await readCredential(context, auth, request)
  if (credential.apiKey || !auth.replacesSession) assertAccepted(auth, credential)
  return credential
}

/** A key goes before a session. */
async function readCredential(context: Context, auth: Auth, request: FastifyRequest): Promise<Credential> {
  const { accepts, replacesSession } = auth
  const isNeeded = accepts.length > 0 && !auth.isOptional && auth.signature !== 'instead'
  const key = acceptsKey(accepts) ? presentedApiKey(request) : undefined
  if (key) return { apiKey: await authenticateApiKey(context, key, getHeader(request, 'origin')) }
  const readsSession = acceptsSession(accepts) || replacesSession
  const token = readsSession ? readSessionToken(request, context.config.publicUrl) : undefined
  if (token !== undefined) {
    assertSentByOwnPage(request, context.config.publicUrl)
    const session = await authenticateSession(context, token).catch((error: unknown) => {
      if (!isNeeded && error instanceof AppError && error.name === 'InvalidSessionException') return undefined
      throw error
    })
    return { session }
  }
  if (!isNeeded) return {}
  if (!acceptsKey(accepts)) throw signInFirstError()
  throw new AppError(
    'InvalidApiKeyException',
    'This operation needs an API key, as x-api-key: <key> or Authorization: Bearer <key>.',
  )
}

function assertAccepted({ accepts }: Auth, credential: Credential): void {
  const kind = kindOf(credential)
  if (kind === undefined || accepts.includes(kind)) return
  throw new AppError(
    'ForbiddenException',
    kind === 'member' ? 'Only operators may do this.' : 'This operation needs an API key with scope admin.',
  )
}

function kindOf(credential: Credential): CredentialKind | undefined {
  const { apiKey, session } = credential
  if (apiKey) return isAdministrator(credential) ? 'admin-key' : 'key'
  if (session) return isAdministrator(credential) ? 'operator' : 'member'
  return undefined
}

const authHeaders = ['x-api-key', 'authorization', 'x-address', 'x-message', 'x-signature'] as const

/** RFC 9111 forbids shared caching only for `Authorization`, not for our other credentials. */
export function addNoStoreHeader(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const hasAuthHeader = authHeaders.some((name) => request.headers[name] !== undefined)
    const hasSession = credentialOf(request).session !== undefined
    if ((hasAuthHeader || hasSession) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
}

/** The operation verifies the signed message, because it knows its audience; `admit` bounds the cost. */
export function toCaller(
  request: FastifyRequest,
  credential: Credential,
  admit: SignedMessage['admit'],
  publicUrl: string | undefined,
): Caller {
  return {
    ...credential,
    address: getHeader(request, 'x-address'),
    client: clientKey(request.ip),
    signedMessage: parseSignedHeaders(request, admit),
    origin: getHeader(request, 'origin'),
    ownOrigin: ownOriginOf(publicUrl, arrivalOf(request)),
  }
}

/** Unverified; undefined when a part is missing. */
function parseSignedHeaders(
  request: FastifyRequest,
  admit: SignedMessage['admit'],
): SignedMessage | undefined {
  const signed = readSignedHeaders(request)
  return signed && { ...signed, admit }
}

type SignedMessageParts = Omit<SignedMessage, 'admit'>

function readSignedHeaders(request: FastifyRequest): SignedMessageParts | undefined {
  const address = getHeader(request, 'x-address')
  const message = getHeader(request, 'x-message')
  const signature = getHeader(request, 'x-signature') ?? signatureInBody(request.body)
  if (!address || !message || !signature) return undefined
  return { address, message: decodeMessageHeader(readHeaderText(message)), signature }
}

/** Unverified, from the headers or the body. */
export function signedMessageOf(request: FastifyRequest): SignedMessageParts | undefined {
  return readSignedHeaders(request) ?? signedMessageInBody(request.body)
}

function signedMessageInBody(body: unknown): SignedMessageParts | undefined {
  if (!isObject(body)) return undefined
  const { address, message, signature }: Partial<Record<keyof SignedMessageParts, unknown>> = body
  return typeof address === 'string' && typeof message === 'string' && typeof signature === 'string'
    ? { address, message, signature }
    : undefined
}

function signatureInBody(body: unknown): string | undefined {
  return isObject(body) && 'signature' in body && typeof body.signature === 'string'
    ? body.signature
    : undefined
}

/** Node joins repeated headers. Empty means absent. */
export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) || undefined
}
