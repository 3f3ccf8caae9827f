import type { Address } from 'viem'
import { checksumAddress, isHexAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import type { Challenge } from '../../model/challenge.ts'
import type { ExpectedAudience, SignedMessage } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { isOriginAllowed } from './allowed-origins.ts'
import { hasExactPurpose, hasPurpose } from './message-purpose.ts'
import { parseSiweMessage, type SiweMessage, siteOf } from './siwe-message.ts'

const clockSkewMs = 60_000

/**
 * Verifies an EIP-4361 message and returns its signer. Clients choose and reuse nonces; lifetime, chain and domain
 * bound a replay. A message with a purpose (`hasPurpose`) is valid only as the exact stored `challenge` or with exactly
 * the resources `purpose`; the operation consumes it.
 */
export async function verifySignedMessage(
  context: CoreContext,
  unverified: SignedMessage | undefined,
  { chainId, allowedOrigins, maxAgeMs, purpose }: ExpectedAudience,
  challenge?: Challenge,
): Promise<Address> {
  const { signedMessage, message } = parseSignedMessage(unverified)
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
  if (!isOriginAllowed(siteOf(message), allowedOrigins))
    throw invalidSignature(
      allowedOrigins?.length === 0
        ? 'No site is allowed for this message: set PUBLIC_URL, or allowed origins of the domain.'
        : `The signed message is for ${siteOf(message)}, which is not allowed here.`,
    )
  const { address } = message
  const withAddress = { ...signedMessage, address }
  if (
    !(await context.signatureVerifier.verify(
      requireSupportedChain(chainId),
      withAddress,
      signedMessage.admit,
    ))
  )
    throw invalidSignature(`The signature is not a signature of ${address} over this message.`)
  const accepted = challenge ? message.resources : purpose
  context.onSignatureVerified?.({
    chainId,
    allowedOrigins,
    ...(maxAgeMs !== undefined && { maxAgeMs }),
    ...(accepted && { purpose: accepted }),
  })
  return address
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
      'replace x-signature.',
  )
}

function invalidSignature(message: string) {
  return new AppError('InvalidSignatureException', message)
}
