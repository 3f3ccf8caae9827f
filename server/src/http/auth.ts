import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { assertAdministrator } from '../core/auth/assert-access.ts'
import { authenticateApiKey } from '../core/auth/authenticate-key.ts'
import { authenticateSession } from '../core/auth/authenticate-session.ts'
import type { Caller, Credential, SignedMessage } from '../core/caller.ts'
import { AppError, type ErrorName, upstreamErrors } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { credentialOf } from './credential-of.ts'
import { decodeMessageHeader } from './decode-message-header.ts'
import { ownOriginOf } from './own-origin.ts'
import { clientKey } from './rate-limit/client-key.ts'
import { assertSentByOwnPage } from './session/assert-own-page.ts'
import { plainCookieName, readSessionToken } from './session/cookie.ts'
import { signInFirstError } from './session/require-session.ts'

/**
 * Where a key is accepted, so is a session, which may do what the role of its address allows. `admin|member`: an admin key, or
 * a session with such a role. `optionalSignature`: see the body's `overrideSignatureCheck`; `…|admin`: or an admin key alone; `key|signature`: either.
 */
export type AuthScheme =
  | 'none'
  | 'key'
  | 'key?'
  | 'key|signature'
  | 'admin'
  | 'admin|member'
  | 'admin|signature'
  | 'session'
  | 'signature'
  | 'key+signature'
  | 'key+optionalSignature'
  | 'key+signature|admin'
  | 'payment'

export const securitySchemes = {
  apiKey: headerScheme('x-api-key', 'An API key of the workspace that the domain belongs to.'),
  adminKey: headerScheme('x-api-key', 'An API key with scope `admin`.'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: plainCookieName,
    description:
      'A session of the console, for its pages: `POST /byname/v1/sessions` sets it. Behind https its name begins with `__Host-`. ' +
      'Requests other than GET need the `Origin` of this service.',
  } as const,
  signerAddress: headerScheme('x-address', 'Address that signed x-message.'),
  signedMessage: headerScheme(
    'x-message',
    'The signed EIP-4361 message, with each line feed written as backslash-n (percent-encoding and base64 are accepted too).',
  ),
  signature: headerScheme(
    'x-signature',
    'Signature over the message (EIP-191, ERC-1271 or ERC-6492), 0x hex.',
  ),
  x402Payment: headerScheme('payment-signature', 'A payment by x402, version 2: base64 of its JSON.'),
  httpPayment: {
    type: 'http',
    scheme: 'Payment',
    description: 'A payment by the `Payment` scheme of HTTP authentication: base64url of its JSON.',
  } as const,
}

const signatureRequired = { signerAddress: [], signedMessage: [], signature: [] }
const keyRequired = { apiKey: [] }
const sessionRequired = { session: [] }

export const openapiSecurity: Record<AuthScheme, Record<string, never[]>[]> = {
  none: [],
  key: [keyRequired, sessionRequired],
  'key?': [keyRequired, sessionRequired, {}],
  'key|signature': [keyRequired, sessionRequired, signatureRequired],
  admin: [{ adminKey: [] }, sessionRequired],
  'admin|member': [{ adminKey: [] }, sessionRequired],
  'admin|signature': [{ adminKey: [] }, signatureRequired],
  session: [sessionRequired],
  signature: [signatureRequired],
  'key+signature': [
    { ...keyRequired, ...signatureRequired },
    { ...sessionRequired, ...signatureRequired },
  ],
  'key+optionalSignature': [{ ...keyRequired, ...signatureRequired }, keyRequired, sessionRequired],
  'key+signature|admin': [
    { ...keyRequired, ...signatureRequired },
    { ...sessionRequired, ...signatureRequired },
    { adminKey: [] },
  ],
  payment: [{ x402Payment: [] }, { httpPayment: [] }, {}],
}

const sessionErrors = ['InvalidSessionException', 'OriginNotAllowedException'] as const
const keyErrors = ['InvalidApiKeyException', ...sessionErrors] as const
const keyRequiredErrors = [...keyErrors, 'ForbiddenException'] as const
const signatureErrors = [
  'MissingSignatureException',
  'InvalidSignatureException',
  'ChallengeExpiredException',
  ...upstreamErrors,
] as const

/** The errors of the credentials and of the signature. */
export const authErrors: Record<AuthScheme, readonly ErrorName[]> = {
  none: [],
  key: keyRequiredErrors,
  'key?': keyErrors,
  'key|signature': [...keyRequiredErrors, ...signatureErrors],
  admin: keyRequiredErrors,
  'admin|member': keyRequiredErrors,
  'admin|signature': [...keyRequiredErrors, ...signatureErrors],
  session: sessionErrors,
  signature: signatureErrors,
  'key+signature': [...keyRequiredErrors, ...signatureErrors],
  'key+optionalSignature': [...keyRequiredErrors, ...signatureErrors],
  'key+signature|admin': [...keyRequiredErrors, ...signatureErrors],
  payment: [],
}

/** Checks the API key or session before the body is read, so that unauthenticated clients use no memory. */
export async function authenticateRequest(
  context: Context,
  auth: AuthScheme,
  request: FastifyRequest,
): Promise<Credential> {
  if (!/^(key|admin|session)/.test(auth)) return {}
  const credential = await readCredential(context, auth, request)
  if (auth === 'admin') assertAdministrator(credential)
  return credential
}

const optionalCredentials: readonly AuthScheme[] = ['key?', 'key|signature', 'admin|signature']

/** A key goes before a session. */
async function readCredential(
  context: Context,
  auth: AuthScheme,
  request: FastifyRequest,
): Promise<Credential> {
  const isOptional = optionalCredentials.includes(auth)
  const key = auth === 'session' ? undefined : getHeader(request, 'x-api-key')
  if (key) return { apiKey: await authenticateApiKey(context, key, getHeader(request, 'origin')) }
  const token = readSessionToken(request, context.config.publicUrl)
  if (token !== undefined) {
    assertSentByOwnPage(request, context.config.publicUrl)
    const session = await authenticateSession(context, token).catch((error: unknown) => {
      if (isOptional && error instanceof AppError && error.name === 'InvalidSessionException')
        return undefined
      throw error
    })
    return { session }
  }
  if (isOptional) return {}
  if (auth === 'session') throw signInFirstError()
  throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
}

const authHeaders = ['x-api-key', 'x-address', 'x-message', 'x-signature'] as const

/** RFC 9111 forbids caching only for `Authorization`, not for our other credentials. */
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
    ownOrigin: ownOriginOf(publicUrl, { protocol: request.protocol, host: request.headers.host }),
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
  return { address, message: decodeMessageHeader(message), signature }
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

function headerScheme(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const
}
