import type { Address, Hex } from 'viem'
import { checksumAddress, isHexAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { Challenge, ConsumedMessage } from '../../model/challenge.ts'
import { originOfHost } from '../../model/domain-host.ts'
import { consumeMessage } from '../../store/entities/consumed-messages.ts'
import { selectDomainHosts } from '../../store/entities/domain-hosts.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { Caller, CoreContext, ExpectedAudience, SignedCaller, SignedMessage } from '../context.ts'
import { isOriginAllowed } from './access.ts'
import { parseSiweMessage, type SiweMessage, siteOf } from './siwe.ts'

/** Of clocks of others. */
export const clockSkewMs = 60_000

/**
 * Verifies an EIP-4361 message and returns its signer. Clients choose and reuse nonces; lifetime, chain and site
 * bound a replay. A message with a purpose (`hasPurpose`) is valid only as the exact stored `challenge` or with exactly
 * the resources `purpose`; the operation consumes it.
 */
export async function verifySignedMessage(
  context: CoreContext,
  caller: SignedCaller,
  audience: ExpectedAudience,
  challenge?: Challenge,
): Promise<Address> {
  const { signedMessage, message } = parseSignedMessage(caller.signedMessage)
  const { chainId, maxAgeMs, purpose } = audience
  const isExpected = challenge
    ? signedMessage.message === challenge.message
    : !hasPurpose(message) || (purpose !== undefined && hasExactPurpose(message, purpose))
  if (!isExpected)
    throw invalidSignature(
      'The signed message allows another operation than this one. Sign a message for this operation.',
    )
  if (!isHexAddress(signedMessage.address) || checksumAddress(signedMessage.address) !== message.address)
    throw invalidSignature(
      'The address that is sent with the signature is not the one in the signed message.',
    )
  if (message.chainId !== chainId)
    throw invalidSignature(
      `The signed message is for chain ${message.chainId}, the request for chain ${chainId}.`,
    )
  assertTimesValid(message, context.clock(), context.rules.siweMaxTtlMs)
  if (maxAgeMs !== undefined && message.issuedAt + maxAgeMs <= context.clock())
    throw new AppError(
      'ChallengeExpiredException',
      `The signed message was issued more than ${maxAgeMs / 60_000} minutes ago. Sign a new one.`,
    )
  const problem = await findSiteProblem(context, message, audience, caller.ownOrigin)
  if (problem !== undefined) throw invalidSignature(problem)
  const { address } = message
  const withAddress = { ...signedMessage, address }
  if (!(await context.signatureVerifier.verify(chainId, withAddress, signedMessage.admit)))
    throw invalidSignature(
      `The signature is not a signature of ${address} over this message.${hasOnlyAscii(signedMessage.message) ? '' : encodingHint}`,
    )
  const { key, allowedOrigins } = audience
  const accepted = challenge ? message.resources : purpose
  context.onSignatureVerified?.({
    chainId,
    allowedOrigins,
    ...(key !== undefined && { key }),
    ...(maxAgeMs !== undefined && { maxAgeMs }),
    ...(accepted && { purpose: accepted }),
  })
  return address
}

const encodingHint =
  ' It has characters beyond ASCII: a header is read as UTF-8, or as ISO 8859-1 where it is not UTF-8; percent-encoding and base64 are read as UTF-8.'

function hasOnlyAscii(text: string): boolean {
  return /^[\n -~]*$/.test(text)
}

type AllowedSites = Pick<ExpectedAudience, 'key' | 'allowedOrigins'>

/**
 * Of the sites that a message names, its domain and the host of its URI: why one of them is not accepted, for the
 * client; `undefined` when both are. The URI may have another scheme or port than the domain, as some clients write it; one of a scheme without hosts
 * is an app's own.
 */
export async function findSiteProblem(
  context: CoreContext,
  message: Pick<SiweMessage, 'scheme' | 'domain' | 'uri'>,
  audience: AllowedSites,
  ownOrigin: string | undefined,
): Promise<string | undefined> {
  if (audience.allowedOrigins === null) return undefined
  const sites = await allowedSites(context, audience, ownOrigin)
  const site = siteOf(message)
  if (sites.length === 0)
    return 'No site is allowed for this message: set PUBLIC_URL, or allowed origins of the domain.'
  if (!isOriginAllowed(site, sites)) return `The signed message is for ${site}, which is not allowed here.`
  const uri = new URL(message.uri)
  const isWeb = uri.protocol === 'https:' || uri.protocol === 'http:'
  if (!isWeb || uri.hostname === hostnameOf(message.domain) || isOriginAllowed(uri.origin, sites))
    return undefined
  return `The signed message is for ${site}, but its URI is of ${uri.origin}. Sign one whose URI is of ${site}.`
}

/** As `URL` writes it; undefined for what is no host of the web. */
function hostnameOf(domain: string): string | undefined {
  return URL.parse(`https://${domain}`)?.hostname
}

/**
 * Where messages about a domain and its names may be signed, whatever the operation: at this service, at an own host of
 * the domain, and at its allowed origins. Operations that accept any other site besides have `null` as allowed origins
 * and do not ask.
 */
export async function allowedSites(
  { store, rules }: CoreContext,
  { key, allowedOrigins }: AllowedSites,
  ownOrigin: string | undefined,
): Promise<readonly string[]> {
  const hosts = key === undefined ? [] : await selectDomainHosts(store.db, { key })
  return [
    ...(allowedOrigins ?? []),
    ...(ownOrigin === undefined ? [] : [ownOrigin]),
    ...hosts.map(({ host }) => originOfHost(rules, host)),
  ]
}

export interface ParsedMessage {
  readonly signedMessage: SignedMessage
  readonly message: SiweMessage
}

/**
 * Does not verify.
 *
 * @param place Where the request has the message, for the error.
 */
export function parseSignedMessage(
  signedMessage: SignedMessage | undefined,
  place: keyof typeof malformedMessages = 'headers',
): ParsedMessage {
  if (!signedMessage) throw missingSignatureError()
  const message = parseSiweMessage(signedMessage.message)
  if (message) return { signedMessage, message }
  throw invalidSignature(malformedMessages[place])
}

const malformedMessages = {
  headers:
    'x-message: is not a Sign-In with Ethereum (EIP-4361) message. Send its text with each line feed written as the two ' +
    'characters \\n (percent-encoding and base64 are understood too).',
  body: 'message: is not a Sign-In with Ethereum (EIP-4361) message. Send its text as it was signed, with its line feeds.',
} as const

function assertTimesValid(message: SiweMessage, now: number, maxLifetimeMs: number): void {
  const { issuedAt, notBefore, expirationTime } = message
  const expiresAt = expirationTime ?? issuedAt + maxLifetimeMs
  if (Math.max(issuedAt, notBefore ?? issuedAt) > now + clockSkewMs)
    throw invalidSignature('The signed message is not valid yet.')
  if (expiresAt <= now) throw new AppError('ChallengeExpiredException', 'The signed message has expired.')
  // Clients read the clock twice, for the two times.
  if (expiresAt - issuedAt > maxLifetimeMs + clockSkewMs)
    throw invalidSignature(
      `The signed message is valid for longer than the allowed ${maxLifetimeMs / 1000} seconds.`,
    )
}

export function missingSignatureError() {
  return new AppError(
    'MissingSignatureException',
    'This operation needs the headers x-address, x-message and x-signature. Where its body has a member signature, that may ' +
      'replace x-signature. A batch changes and revokes names without them by a key with the scope names:revoke.',
  )
}

function invalidSignature(message: string) {
  return new AppError('InvalidSignatureException', message)
}

/** Of what is signed for one request. */
export const maxSingleUseAgeMs = 600_000

/** Part of a key of the database. */
const maxNonceLength = 255

interface SingleUseMessage {
  readonly signer: Address
  /** For `consumeSignedMessage`. */
  readonly consumed: ConsumedMessage
}

/**
 * Verifies a message that has exactly the resources `purpose` and was issued less than ten minutes ago. Its site is this
 * service, an own host or an allowed origin of the domain, and that of the page which sends the request.
 */
export async function verifySingleUseMessage(
  context: CoreContext,
  caller: Caller,
  { key, chainId, allowedOrigins }: Omit<ExpectedAudience, 'purpose' | 'maxAgeMs'>,
  purpose: readonly string[],
): Promise<SingleUseMessage> {
  const { signedMessage, origin, ownOrigin } = caller
  const { message } = parseSignedMessage(signedMessage)
  if (!hasExactPurpose(message, purpose))
    throw new AppError(
      'InvalidSignatureException',
      `The signed message must have these resources, in this order, and no others: ${purpose.join(', ')}`,
    )
  const audience = {
    chainId,
    purpose,
    maxAgeMs: maxSingleUseAgeMs,
    ...onlyAllowedSites({ key, allowedOrigins }),
  }
  assertFromSite(message, origin, await allowedSites(context, audience, ownOrigin))
  const signer = await verifySignedMessage(context, caller, audience)
  return { signer, consumed: toConsumedMessage(signer, message, maxSingleUseAgeMs) }
}

/** Of what cannot be undone, and of reads of what is not public: a domain without allowed origins accepts no other site. */
export function onlyAllowedSites({ key, allowedOrigins }: AllowedSites): AllowedSites {
  return { allowedOrigins: allowedOrigins ?? [], ...(key !== undefined && { key }) }
}

/** A page must not send what was signed for another site, or another scheme. Without an origin, no page sends it. */
function assertFromSite(message: SiweMessage, origin: string | undefined, sites: readonly string[]): void {
  if (origin === undefined) return
  const { scheme, domain } = message
  const page = URL.parse(origin)
  const isOfPage = page?.host === domain.toLowerCase() && (scheme ?? schemeOf(page)) === schemeOf(page)
  // A site that is not allowed at all is refused for that, with the signature.
  const isSiteAllowed = isOriginAllowed(siteOf(message), sites)
  if (page && isOfPage && (!isSiteAllowed || isOriginAllowed(page.origin, sites))) return
  throw new AppError(
    'OriginNotAllowedException',
    `The signed message is for ${siteOf(message)}; a page of ${origin} may not send it.`,
  )
}

function schemeOf({ protocol }: URL): string {
  return protocol.slice(0, -1)
}

/** @throws AppError `InvalidSignatureException` for a nonce of more than 255 characters. */
export function toConsumedMessage(
  signer: Address,
  { nonce, issuedAt }: SiweMessage,
  maxAgeMs: number,
): ConsumedMessage {
  if (nonce.length > maxNonceLength)
    throw new AppError(
      'InvalidSignatureException',
      `The nonce of the signed message has more than ${maxNonceLength} characters.`,
    )
  return { address: lowerCaseHex(signer), nonce, expiresAt: issuedAt + maxAgeMs }
}

/** Consumes the message in the transaction of the write, so that it is used once. */
export async function consumeSignedMessage(
  { clock }: Pick<CoreContext, 'clock'>,
  transaction: StoreTransaction,
  message: ConsumedMessage,
): Promise<void> {
  if (await consumeMessage(transaction, message, clock())) return
  throw new AppError(
    'ChallengeExpiredException',
    'The signed message has been used already, or has expired. Sign a new one, with another nonce.',
  )
}

/** RFC 3986 scheme of purpose resources. */
const purposeScheme = 'byname:'

export function purposeUri(kind: string, value: string): string {
  return `${purposeScheme}${kind}/${encodeURIComponent(value)}`
}

/** To the console. */
export const signInPurpose: readonly string[] = [purposeUri('action', 'sign-in')]

export function onboardingPurpose(domain: string, workspaceId: string): readonly string[] {
  return [
    purposeUri('action', 'onboard-domain'),
    purposeUri('domain', domain),
    purposeUri('workspace', workspaceId),
  ]
}

/** The full name; the id of the link, if it is claimed with one. */
export function claimPurpose(name: string, linkId?: string): readonly string[] {
  const link = linkId === undefined ? [] : [purposeUri('invitation-link', linkId)]
  return [purposeUri('action', 'claim'), purposeUri('name', name), ...link]
}

/** Also of messages for the signer as a holder; any number of times while the message is valid. */
export const readClaimsPurpose: readonly string[] = [purposeUri('action', 'read-claims')]

/** Of a pending claim. */
export function withdrawalPurpose(claimId: string): readonly string[] {
  return [purposeUri('action', 'withdraw-claim'), purposeUri('claim', claimId)]
}

export function transferPurpose(name: string, to: Hex, clearsOthers = false): readonly string[] {
  const cleared = clearsOthers ? [purposeUri('addresses', 'clear')] : []
  return [purposeUri('action', 'transfer'), purposeUri('name', name), purposeUri('to', to), ...cleared]
}

/** Of all that a domain has. */
export function exportPurpose(domain: string): readonly string[] {
  return [purposeUri('action', 'export'), purposeUri('domain', domain)]
}

export function releasePurpose(name: string): readonly string[] {
  return [purposeUri('action', 'release'), purposeUri('name', name)]
}

export function hasExactPurpose({ resources }: SiweMessage, purpose: readonly string[]): boolean {
  return resources.length === purpose.length && purpose.every((uri, index) => resources[index] === uri)
}

/**
 * Whether a message is bound to one operation: it has a resource of our scheme, case-insensitive (RFC 3986 §3.1). Other
 * operations reject it.
 */
export function hasPurpose({ resources }: SiweMessage): boolean {
  return resources.some((uri) => uri.toLowerCase().startsWith(purposeScheme))
}
