import { leastRoleWith, type Permission, scopeWith } from '../../core/auth/access.ts'
import { type ErrorName, upstreamErrors } from '../../errors.ts'
import { plainCookieName } from './session.ts'

/** An API key without and with scope `admin`; the session of an address that is no operator, and of one that is. */
export type CredentialKind = 'key' | 'admin-key' | 'member' | 'operator'

/** What a request needs: the check, the document's security, a sentence of it and its errors follow from it. */
export interface Auth {
  /** Those that pass; others are rejected. Empty: none is read. What they may do, the verb decides. */
  readonly accepts: readonly CredentialKind[]
  /** That the verb asserts, in the workspace of what it reads or changes. Absent: none. */
  readonly permission?: Permission
  /**
   * A response has only what the credential may read, where others are 403: of the domains that a key is limited to, or
   * of its workspaces too.
   */
  readonly selects?: 'domains' | 'workspaces'
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
 * `unless-overridden`: see the body's `overrideSignatureCheck`. `unless-admin`: not with an admin key. `of-items`: where
 * an item of the batch needs one. `instead`: of a credential. `in-body`: of a challenge, which the schema of the body requires.
 */
type SignatureRule = 'required' | 'unless-overridden' | 'of-items' | 'unless-admin' | 'instead' | 'in-body'

export const anyCredential = ['key', 'admin-key', 'member', 'operator'] as const
/** All but the key of a workspace: for what decides about keys and people. */
export const administratorsAndMembers = ['admin-key', 'member', 'operator'] as const
export const anySession = ['member', 'operator'] as const

/** A credential with a permission, of a kind that can have it. */
export function needs(permission: Permission, more: Pick<Auth, 'selects' | 'signature'> = {}): Auth {
  return { accepts: credentialsWith(permission), permission, ...more }
}

function credentialsWith(permission: Permission): readonly CredentialKind[] {
  if (permission === 'read' || scopeWith(permission) !== 'admin') return anyCredential
  return leastRoleWith(permission) ? administratorsAndMembers : ['admin-key', 'operator']
}

/** A sentence for the document, about the permission. */
export function describeNeeds({ permission, signature }: Auth): string | undefined {
  if (!permission) return undefined
  const parts = [
    keyWith(permission),
    sessionWith(permission),
    ...(signature === 'instead' ? ['a signature'] : []),
  ]
  return `Needs ${new Intl.ListFormat('en', { type: 'disjunction' }).format(parts)}.`
}

function keyWith(permission: Permission): string {
  if (permission === 'read') return 'an API key of the workspace'
  const scope = scopeWith(permission)
  return scope === 'admin' ? 'an admin key' : `an API key with scope \`${scope}\``
}

function sessionWith(permission: Permission): string {
  return permission === 'read'
    ? 'the session of a member'
    : `the session of an ${leastRoleWith(permission) ?? 'operator'}`
}

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
    'Signature over the message (EIP-191, ERC-1271, ERC-6492 or ERC-8010), 0x hex.',
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
    case 'of-items':
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
