import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authenticateApiKey } from '../core/auth/authenticate-key.ts'
import type { Caller, CallerApiKey, SignedMessage } from '../core/caller.ts'
import { AppError, type ErrorName } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { decodeMessageHeader } from './decode-message-header.ts'
import { ownHostOf } from './own-host.ts'
import { clientKey } from './rate-limit/client-key.ts'

/** `optionalSignature`: see the body's `overrideSignatureCheck`; `…|admin`: or an admin key alone; `key|signature`: either. */
export type AuthScheme =
  | 'none'
  | 'key'
  | 'key?'
  | 'key|signature'
  | 'admin'
  | 'signature'
  | 'key+signature'
  | 'key+optionalSignature'
  | 'key+signature|admin'
  | 'payment'

export const securitySchemes = {
  apiKey: headerScheme('x-api-key', 'An API key of the workspace that the domain belongs to.'),
  adminKey: headerScheme('x-api-key', 'An API key with scope `admin`.'),
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

export const openapiSecurity: Record<AuthScheme, Record<string, never[]>[]> = {
  none: [],
  key: [keyRequired],
  'key?': [keyRequired, {}],
  'key|signature': [keyRequired, signatureRequired],
  admin: [{ adminKey: [] }],
  signature: [signatureRequired],
  'key+signature': [{ ...keyRequired, ...signatureRequired }],
  'key+optionalSignature': [{ ...keyRequired, ...signatureRequired }, keyRequired],
  'key+signature|admin': [{ ...keyRequired, ...signatureRequired }, { adminKey: [] }],
  payment: [{ x402Payment: [] }, { httpPayment: [] }, {}],
}

const adminErrors = [...authenticateApiKey.errors, 'ForbiddenException'] as const

/** The errors of `authenticateRequest`; a verb states those of the signature. */
export const authErrors: Record<AuthScheme, readonly ErrorName[]> = {
  none: [],
  key: authenticateApiKey.errors,
  'key?': authenticateApiKey.errors,
  'key|signature': authenticateApiKey.errors,
  admin: adminErrors,
  signature: [],
  'key+signature': authenticateApiKey.errors,
  'key+optionalSignature': authenticateApiKey.errors,
  'key+signature|admin': authenticateApiKey.errors,
  payment: [],
}

/**
 * Checks the API key before the body is read, so that unauthenticated clients use no memory.
 *
 * @returns undefined when the operation reads no key, or an optional one is absent.
 * @throws AppError `InvalidApiKeyException`, `OriginNotAllowedException`, `ForbiddenException` when an admin key is
 * needed.
 */
export async function authenticateRequest(
  context: Context,
  auth: AuthScheme,
  request: FastifyRequest,
): Promise<CallerApiKey | undefined> {
  if (!auth.startsWith('key') && auth !== 'admin') return undefined
  const apiKey = getHeader(request, 'x-api-key')
  if (!apiKey && (auth === 'key?' || auth === 'key|signature')) return undefined
  if (!apiKey)
    throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
  const key = await authenticateApiKey(context, apiKey, getHeader(request, 'origin'))
  if (auth === 'admin' && !key.scopes.includes('admin'))
    throw new AppError('ForbiddenException', 'This operation needs an API key with scope admin.')
  return key
}

const authHeaders = ['x-api-key', 'x-address', 'x-message', 'x-signature'] as const

/** RFC 9111 forbids caching only for `Authorization`, not for our other credentials. */
export function addNoStoreHeader(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply) => {
    const hasAuthHeader = authHeaders.some((name) => headers[name] !== undefined)
    if (hasAuthHeader && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** The operation verifies the signed message, because it knows its audience; `admit` bounds the cost. */
export function toCaller(
  request: FastifyRequest,
  apiKey: CallerApiKey | undefined,
  admit: SignedMessage['admit'],
  publicUrl: string | undefined,
): Caller {
  return {
    apiKey,
    address: getHeader(request, 'x-address'),
    client: clientKey(request.ip),
    signedMessage: parseSignedHeaders(request, admit),
    origin: getHeader(request, 'origin'),
    ownHost: ownHostOf(publicUrl, request.headers.host),
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
