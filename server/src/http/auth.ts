import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authenticateApiKey } from '../core/auth/authenticate-key.ts'
import type { Caller, CallerApiKey, SignedMessage } from '../core/caller.ts'
import { AppError, type ErrorName } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { decodeMessageHeader } from './decode-message-header.ts'
import { clientKey } from './rate-limit/client-key.ts'

/**
 * What an operation asks of its caller: nothing, an API key, a key that may be left out and shows more, one with scope
 * `admin`, signature headers, key and signature, both with the signature left to the body's `overrideSignatureCheck`, both
 * or an admin key alone; or a payment, where the request does not say that it costs nothing.
 */
export type AuthScheme =
  | 'none'
  | 'key'
  | 'key?'
  | 'admin'
  | 'signature'
  | 'key+signature'
  | 'key+optionalSignature'
  | 'key+signature|admin'
  | 'payment'

/** Security schemes of the OpenAPI document. */
export const securitySchemes = {
  apiKey: headerScheme('x-api-key', 'An API key of the workspace that the domain belongs to.'),
  adminKey: headerScheme('x-api-key', 'An API key with scope `admin`.'),
  signerAddress: headerScheme('x-address', 'Address that signed x-message.'),
  signedMessage: headerScheme(
    'x-message',
    'The signed EIP-4361 message, each line feed written as backslash-n (percent-encoding and base64 work too).',
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

/** The `security` of an operation: alternatives, each a set of schemes that are needed together. */
export const openapiSecurity: Record<AuthScheme, Record<string, never[]>[]> = {
  none: [],
  key: [keyRequired],
  'key?': [keyRequired, {}],
  admin: [{ adminKey: [] }],
  signature: [signatureRequired],
  'key+signature': [{ ...keyRequired, ...signatureRequired }],
  'key+optionalSignature': [{ ...keyRequired, ...signatureRequired }, keyRequired],
  'key+signature|admin': [{ ...keyRequired, ...signatureRequired }, { adminKey: [] }],
  payment: [{ x402Payment: [] }, { httpPayment: [] }, {}],
}

const adminErrors = [...authenticateApiKey.errors, 'ForbiddenException'] as const

/** The errors of `authenticateRequest`; a verb states those of the signature itself. */
export const authErrors: Record<AuthScheme, readonly ErrorName[]> = {
  none: [],
  key: authenticateApiKey.errors,
  'key?': authenticateApiKey.errors,
  admin: adminErrors,
  signature: [],
  'key+signature': authenticateApiKey.errors,
  'key+optionalSignature': authenticateApiKey.errors,
  'key+signature|admin': authenticateApiKey.errors,
  payment: [],
}

/**
 * Checks the API key of a request whose operation asks for one. Runs before the body is read, so that a stranger
 * learns nothing about it and takes no memory for it. A key that may be left out is checked where it is given.
 *
 * @returns undefined when the operation reads no key, or the request leaves it out where it may.
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
  if (!apiKey && auth === 'key?') return undefined
  if (!apiKey)
    throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
  const key = await authenticateApiKey(context, apiKey, getHeader(request, 'origin'))
  if (auth === 'admin' && !key.scopes.includes('admin'))
    throw new AppError('ForbiddenException', 'This operation needs an API key with scope admin.')
  return key
}

/** Headers that prove or claim who asks. */
const authHeaders = ['x-api-key', 'x-address', 'x-message', 'x-signature'] as const

/** Has no cache keep the answer to a request that says who asks: RFC 9111 protects `Authorization` alone. */
export function addNoStoreHeader(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply) => {
    const hasAuthHeader = authHeaders.some((name) => headers[name] !== undefined)
    if (hasAuthHeader && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/**
 * Puts together what a request proves and claims. The operation checks the claim, because it knows for what it must be;
 * `admit` bounds what that costs.
 */
export function toCaller(
  request: FastifyRequest,
  apiKey: CallerApiKey | undefined,
  admit: SignedMessage['admit'],
): Caller {
  return {
    apiKey,
    address: getHeader(request, 'x-address'),
    client: clientKey(request.ip),
    signedMessage: parseSignedHeaders(request, admit),
    origin: getHeader(request, 'origin'),
  }
}

/** What the caller claims to have signed, undefined when a part of it is missing. */
function parseSignedHeaders(
  request: FastifyRequest,
  admit: SignedMessage['admit'],
): SignedMessage | undefined {
  const address = getHeader(request, 'x-address')
  const message = getHeader(request, 'x-message')
  const signature = getHeader(request, 'x-signature') ?? signatureInBody(request.body)
  if (!address || !message || !signature) return undefined
  return { address, message: decodeMessageHeader(message), signature, admit }
}

/** A signature too long for a header comes in the body. */
function signatureInBody(body: unknown): string | undefined {
  return isObject(body) && 'signature' in body && typeof body.signature === 'string'
    ? body.signature
    : undefined
}

/** A header's value; Node joins repeated ones. Absent and empty are the same. */
function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) || undefined
}

function headerScheme(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const
}
