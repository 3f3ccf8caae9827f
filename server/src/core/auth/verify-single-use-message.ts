import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { AppError } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/consumed-message.ts'
import type { Domain } from '../../model/domain.ts'
import { consumeMessage } from '../../store/entities/consumed-messages.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isOriginAllowed } from './allowed-origins.ts'
import { hasExactPurpose } from './message-purpose.ts'
import { type SiweMessage, siteOf } from './siwe-message.ts'
import { parseSignedMessage, verifySignedMessage } from './verify-signed-message.ts'

const maxMessageAgeMs = 600_000

/** Part of a key of the database. */
const maxNonceLength = 255

export interface SingleUseMessage {
  readonly signer: Address
  /** For `consumeSignedMessage`. */
  readonly consumed: ConsumedMessage
}

/**
 * Verifies a message that has exactly the resources `purpose` and was issued less than ten minutes ago. Its site is this
 * service, or an allowed origin of the domain if it has any, and that of the page which sends the request.
 */
export async function verifySingleUseMessage(
  context: CoreContext,
  { signedMessage, origin, ownOrigin }: Caller,
  { chainId, allowedOrigins }: Pick<Domain, 'chainId' | 'allowedOrigins'>,
  purpose: readonly string[],
): Promise<SingleUseMessage> {
  const { message } = parseSignedMessage(signedMessage)
  if (!hasExactPurpose(message, purpose))
    throw new AppError(
      'InvalidSignatureException',
      `The signed message must have these resources, in this order, and no others: ${purpose.join(', ')}`,
    )
  const sites = [...(allowedOrigins ?? []), ...(ownOrigin === undefined ? [] : [ownOrigin])]
  assertFromSite(message, origin, sites)
  const signer = await verifySignedMessage(context, signedMessage, {
    chainId,
    purpose,
    maxAgeMs: maxMessageAgeMs,
    allowedOrigins: sites,
  })
  return { signer, consumed: toConsumedMessage(signer, message, maxMessageAgeMs) }
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
