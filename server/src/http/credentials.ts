import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Caller, CallerKey, Claim } from '../core/caller.ts'
import { authenticateKey } from '../core/credentials/authenticate-key.ts'
import { AppError, type ErrorName } from '../errors.ts'
import { clientOf } from './client-address.ts'
import { decodeMessage } from './decode-message.ts'

/**
 * What an operation asks of its caller: nothing, an API key, a key that may be left out and shows more, one with scope
 * `admin`, signature headers, key and signature, both with the signature left to the body's `overrideSignatureCheck`, both
 * or an admin key alone; or a payment, where the request does not say that it costs nothing.
 */
export type Credentials =
  | 'none'
  | 'key'
  | 'key?'
  | 'admin'
  | 'signature'
  | 'key+signature'
  | 'key+signature?'
  | 'key+signature|admin'
  | 'payment'

/** Security schemes of the OpenAPI document. */
export const securitySchemes = {
  apiKey: header('x-api-key', 'An API key of the workspace that the domain belongs to.'),
  adminKey: header('x-api-key', 'An API key with scope `admin`.'),
  signerAddress: header('x-address', 'Address that signed x-message.'),
  signedMessage: header(
    'x-message',
    'The signed EIP-4361 message, each line feed written as backslash-n (percent-encoding and base64 work too).',
  ),
  signature: header('x-signature', 'Signature over the message (EIP-191, ERC-1271 or ERC-6492), 0x hex.'),
  x402Payment: header('payment-signature', 'A payment by x402, version 2: base64 of its JSON.'),
  httpPayment: {
    type: 'http',
    scheme: 'Payment',
    description: 'A payment by the `Payment` scheme of HTTP authentication: base64url of its JSON.',
  } as const,
}

const signed = { signerAddress: [], signedMessage: [], signature: [] }
const keyed = { apiKey: [] }

/** The `security` of an operation: alternatives, each a set of schemes that are needed together. */
export const securityOf: Record<Credentials, Record<string, never[]>[]> = {
  none: [],
  key: [keyed],
  'key?': [keyed, {}],
  admin: [{ adminKey: [] }],
  signature: [signed],
  'key+signature': [{ ...keyed, ...signed }],
  'key+signature?': [{ ...keyed, ...signed }, keyed],
  'key+signature|admin': [{ ...keyed, ...signed }, { adminKey: [] }],
  payment: [{ x402Payment: [] }, { httpPayment: [] }, {}],
}

const optionalKeyErrors = ['InvalidApiKeyException', 'OriginNotAllowedException'] as const
const keyErrors = [...optionalKeyErrors, 'ForbiddenException'] as const
const signatureErrors = [
  'MissingSignatureException',
  'InvalidSignatureException',
  'ChallengeExpiredException',
  'UpstreamException',
  'UpstreamTimeoutException',
  'ServiceUnavailableException',
] as const

/** The failures that an operation may answer for its credentials alone. */
export const credentialErrors: Record<Credentials, readonly ErrorName[]> = {
  none: [],
  key: keyErrors,
  'key?': optionalKeyErrors,
  admin: keyErrors,
  signature: signatureErrors,
  'key+signature': [...keyErrors, ...signatureErrors],
  'key+signature?': [...keyErrors, ...signatureErrors],
  'key+signature|admin': [...keyErrors, ...signatureErrors],
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
export async function readKey(
  context: Context,
  credentials: Credentials,
  request: FastifyRequest,
): Promise<CallerKey | undefined> {
  if (!credentials.startsWith('key') && credentials !== 'admin') return undefined
  const presented = headerOf(request, 'x-api-key')
  if (!presented && credentials === 'key?') return undefined
  if (!presented)
    throw new AppError('InvalidApiKeyException', 'This operation needs an API key in the header x-api-key.')
  const key = await authenticateKey(context, presented, headerOf(request, 'origin'))
  if (credentials === 'admin' && !key.scopes.includes('admin'))
    throw new AppError('ForbiddenException', 'This operation needs an API key with scope admin.')
  return key
}

/** Headers that prove or claim who asks. */
const credentialHeaders = ['x-api-key', 'x-address', 'x-message', 'x-signature'] as const

/** Has no cache keep the answer to a request that says who asks: RFC 9111 protects `Authorization` alone. */
export function keepAnswersPrivate(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply) => {
    const hasCredentials = credentialHeaders.some((name) => headers[name] !== undefined)
    if (hasCredentials && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/**
 * Puts together what a request proves and claims. The operation checks the claim, because it knows for what it must be;
 * `admit` bounds what that costs.
 */
export function callerOf(
  request: FastifyRequest,
  apiKey: CallerKey | undefined,
  admit: Claim['admit'],
): Caller {
  return {
    apiKey,
    address: headerOf(request, 'x-address'),
    client: clientOf(request.ip),
    claim: claimOf(request, admit),
    origin: headerOf(request, 'origin'),
  }
}

/** What the caller claims to have signed, undefined when a part of it is missing. */
function claimOf(request: FastifyRequest, admit: Claim['admit']): Claim | undefined {
  const address = headerOf(request, 'x-address')
  const message = headerOf(request, 'x-message')
  const signature = headerOf(request, 'x-signature') ?? bodySignature(request.body)
  if (!address || !message || !signature) return undefined
  return { address, message: decodeMessage(message), signature, admit }
}

/** A signature too long for a header comes in the body. */
function bodySignature(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null
  return isObject && 'signature' in body && typeof body.signature === 'string' ? body.signature : undefined
}

/** A header's value; Node joins repeated ones. Absent and empty are the same. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) || undefined
}

function header(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const
}
