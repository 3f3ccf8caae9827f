import type { Address } from 'viem'
import { checksumAddress, hasAddressForm } from '../../ens/evm-address.ts'
import { parseSiweMessage, type SiweMessage } from '../../ens/siwe-message.ts'
import { AppError } from '../../errors.ts'
import type { Challenge } from '../../store/challenges.ts'
import type { Claim } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isOriginAllowed } from '../origin.ts'
import { supportedChain } from '../supported-chain.ts'
import { hasPurpose, isFor } from './purpose.ts'

/** Milliseconds that a signer's clock may be ahead of ours. */
const clockSkew = 60_000

/** What a signed message must be for: its chain, and the EIP-4361 domains that are allowed (`null`: any). */
export interface Audience {
  readonly chainId: number
  readonly allowedOrigins: readonly string[] | null
  /** Milliseconds since the message was issued, at most; absent: as long as it lives. */
  readonly maxAge?: number
  /** The only resources of our scheme that the message may have, all of them; absent: none. */
  readonly purpose?: readonly string[]
}

/**
 * Verifies a signed EIP-4361 message and returns the address that signed it. Messages carry nonces made by the client
 * and are reused until they expire, so a nonce is not consumed here; what bounds a replay is the message's own
 * lifetime, its chain and its domain. A message that names a purpose (`hasPurpose`) is valid only if the operation expects
 * it: as the stored challenge `challenge`, word by word, which the operation then redeems, or with exactly the resources
 * `purpose`, which the operation then spends (`spendMessage`). With neither, no such message is valid.
 *
 * @throws AppError `MissingSignatureException`, `InvalidSignatureException`, `ChallengeExpiredException`; what the claim's
 * `admit` throws, and upstream failures when a contract wallet's chain cannot be read.
 */
export async function verifyClaim(
  context: CoreContext,
  presented: Claim | undefined,
  { chainId, allowedOrigins, maxAge, purpose }: Audience,
  challenge?: Challenge,
): Promise<Address> {
  const { claim, message } = readClaim(presented)
  const isExpected = challenge
    ? claim.message === challenge.message
    : !hasPurpose(message) || (purpose !== undefined && isFor(message, purpose))
  if (!isExpected)
    throw invalid(
      'The signed message allows another operation than this one; sign a message that is for this operation.',
    )
  if (!hasAddressForm(claim.address) || checksumAddress(claim.address) !== message.address)
    throw invalid('The address in x-address is not the one in the signed message.')
  if (message.chainId !== chainId)
    throw invalid(`The signed message is for chain ${message.chainId}, the request for chain ${chainId}.`)
  checkTimes(message, context.clock(), context.rules.messageLifetime)
  if (maxAge !== undefined && message.issuedAt + maxAge <= context.clock())
    throw new AppError(
      'ChallengeExpiredException',
      `The signed message was issued more than ${maxAge / 60_000} minutes ago; sign a new one.`,
    )
  if (!isOriginAllowed(message.domain, allowedOrigins))
    throw invalid(`The signed message is for ${message.domain}, which this domain does not allow.`)
  const { address } = message
  const signed = { ...claim, address }
  if (!(await context.signatures.verify(supportedChain(chainId), signed, claim.admit)))
    throw invalid(`The signature is not one by ${address} over this message.`)
  return address
}

/**
 * Reads a claim without believing it.
 *
 * @throws AppError `MissingSignatureException`, `InvalidSignatureException` when what was signed is no message.
 */
export function readClaim(claim: Claim | undefined): { claim: Claim; message: SiweMessage } {
  if (!claim)
    throw new AppError(
      'MissingSignatureException',
      'This operation needs the headers x-address, x-message and x-signature (or a body field signature).',
    )
  const message = parseSiweMessage(claim.message)
  if (message) return { claim, message }
  throw invalid(
    'The signed message is not a Sign-In with Ethereum (EIP-4361) message. In x-message, send its text with each line ' +
      'feed written as the two characters \\n (percent-encoding and base64 are understood too).',
  )
}

function checkTimes(message: SiweMessage, now: number, maxLifetime: number): void {
  const { issuedAt, notBefore, expirationTime } = message
  const expiresAt = expirationTime ?? issuedAt + maxLifetime
  if (Math.max(issuedAt, notBefore ?? issuedAt) > now + clockSkew)
    throw invalid('The signed message is not valid yet.')
  if (expiresAt <= now) throw new AppError('ChallengeExpiredException', 'The signed message has expired.')
  if (expiresAt - issuedAt > maxLifetime)
    throw invalid(`The signed message lives longer than ${maxLifetime / 1000} seconds.`)
}

const invalid = (sentence: string) => new AppError('InvalidSignatureException', sentence)
