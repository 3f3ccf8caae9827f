import { type ErrorName, upstreamErrors } from '../../errors.ts'
import { plainCookieName } from './session.ts'

/** An API key without and with scope `admin`; the session of an address that is no operator, and of one that is. */
export type CredentialKind = 'key' | 'admin-key' | 'member' | 'operator'

/** What a request needs: the check, the document's security and its errors follow from it. */
export interface Auth {
  /** Those that pass; others are rejected. Empty: none is read. What they may do, the verb decides. */
  readonly accepts: readonly CredentialKind[]
  /** A request without any passes too. */
  readonly isOptional?: true
  /** Whatever the rights of the credential: the response has what they allow. */
  readonly anyRights?: true
  /** Absent: none. */
  readonly signature?: SignatureRule
  /** The session of the request ends. */
  readonly replacesSession?: true
  readonly payment?: true
}

/**
 * `unless-overridden`: see the body's `overrideSignatureCheck`. `unless-admin`: not with an admin key. `instead`: of a
 * credential. `in-body`: of a challenge, which the schema of the body requires.
 */
type SignatureRule = 'required' | 'unless-overridden' | 'unless-admin' | 'instead' | 'in-body'

export const anyCredential = ['key', 'admin-key', 'member', 'operator'] as const
export const administrators = ['admin-key', 'operator'] as const
/** All but the key of a workspace: for what decides about keys and people. */
export const administratorsAndMembers = ['admin-key', 'member', 'operator'] as const
export const anySession = ['member', 'operator'] as const

export const securitySchemes = {
  apiKey: headerScheme('x-api-key', 'An API key of the workspace that the domain belongs to.'),
  adminKey: headerScheme('x-api-key', 'An API key with scope `admin`.'),
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key, as `Authorization: Bearer <key>`.',
  } as const,
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

function headerScheme(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const
}

type Requirement = Partial<Record<keyof typeof securitySchemes, never[]>>

const adminKey: Requirement = { adminKey: [] }
const bearerKey: Requirement = { bearerKey: [] }
const signatureHeaders: Requirement = { signerAddress: [], signedMessage: [], signature: [] }

/** Alternatives, in the form of OpenAPI. */
export function securityOf({ accepts, isOptional, signature, payment }: Auth): Requirement[] {
  if (payment) return [{ x402Payment: [] }, { httpPayment: [] }, {}]
  const credentials: readonly Requirement[] = [
    ...(accepts.includes('key') ? [{ apiKey: [] }] : accepts.includes('admin-key') ? [adminKey] : []),
    ...(acceptsKey(accepts) ? [bearerKey] : []),
    ...(acceptsSession(accepts) ? [{ session: [] }] : []),
  ]
  const withSignature = credentials.map((each) => ({ ...each, ...signatureHeaders }))
  switch (signature) {
    case 'required':
      return accepts.length === 0 ? [signatureHeaders] : withSignature
    case 'unless-overridden':
      return [...withSignature, ...credentials]
    case 'unless-admin':
      return [...withSignature, adminKey, bearerKey]
    case 'instead':
      return [...credentials, signatureHeaders]
    default:
      return [...credentials, ...(isOptional ? [{}] : [])]
  }
}

export function acceptsSession(accepts: readonly CredentialKind[]): boolean {
  return accepts.includes('member') || accepts.includes('operator')
}

export function acceptsKey(accepts: readonly CredentialKind[]): boolean {
  return accepts.includes('key') || accepts.includes('admin-key')
}

/** Of the credentials and the signature. `isWrite`: a retry needs the rights of the first request. */
export function authErrorsOf(auth: Auth, isWrite: boolean): readonly ErrorName[] {
  const { accepts, isOptional, anyRights, signature, replacesSession } = auth
  const needsRights = accepts.length > 0 && !isOptional && (isWrite || !anyRights)
  return [
    ...(acceptsKey(accepts) ? (['InvalidApiKeyException'] as const) : []),
    ...(acceptsSession(accepts) || replacesSession ? (['InvalidSessionException'] as const) : []),
    ...(accepts.length > 0 ? (['OriginNotAllowedException'] as const) : []),
    ...(needsRights ? (['ForbiddenException'] as const) : []),
    ...(signature && signature !== 'in-body' ? (['MissingSignatureException'] as const) : []),
    ...(signature
      ? (['InvalidSignatureException', 'ChallengeExpiredException', ...upstreamErrors] as const)
      : []),
  ]
}
