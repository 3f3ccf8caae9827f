import { checksumAddress } from '../../crypto/evm-address.ts'
import type { PaymentProtocol, PaymentTerms, TransferAuthorization } from '../../model/payment.ts'

export interface PaymentCredential {
  readonly protocol: PaymentProtocol
  readonly authorization: TransferAuthorization
  /** Single-use; `null` for x402. */
  readonly challengeId: string | null
  /** Unix milliseconds, not checked yet; `null` for x402. */
  readonly challengeExpires: number | null
}

/** CAIP-2. */
export function caip2Network(chainId: number) {
  return `eip155:${chainId}` as const
}

/** x402 version 2: scheme `exact`, by EIP-3009 only. */
export function paymentRequirements(terms: PaymentTerms) {
  return {
    scheme: 'exact',
    network: caip2Network(terms.chainId),
    amount: String(terms.amount),
    asset: checksumAddress(terms.asset),
    payTo: checksumAddress(terms.payTo),
    maxTimeoutSeconds: terms.offerLifetimeSeconds,
    extra: { name: terms.tokenName, version: terms.tokenVersion, assetTransferMethod: 'eip3009' },
  }
}

/** Both protocols are sent as x402: the transfer is the same. */
export function facilitatorRequest(authorization: TransferAuthorization, terms: PaymentTerms) {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  const numbers = { value: String(value), validAfter: String(validAfter), validBefore: String(validBefore) }
  // Lower case, as in the authorization.
  const accepted = { ...paymentRequirements(terms), asset: terms.asset, payTo: terms.payTo }
  const payload = { signature, authorization: { from, to, ...numbers, nonce } }
  return {
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted, payload },
    paymentRequirements: accepted,
  }
}

/**
 * - `malformed`, `unsupported`: unreadable, or of an unaccepted kind
 * - `offer`, `challenge`, `challenge-expired`, `binding`: matches no offer for this query
 * - `recipient`, `amount`, `signature`, `expired`, `not-yet-valid`: does not match the offer
 * - `funds`, `used`, `reverts`: the token would reject the transfer
 * - `spent`: already used for another request
 * - `too-many`: too many pending payments, or blocked after failures
 */
export type RefusalReason =
  | 'required'
  | 'malformed'
  | 'unsupported'
  | 'offer'
  | 'challenge'
  | 'challenge-expired'
  | 'binding'
  | 'recipient'
  | 'amount'
  | 'signature'
  | 'expired'
  | 'not-yet-valid'
  | 'funds'
  | 'used'
  | 'reverts'
  | 'spent'
  | 'too-many'

/** Nothing was charged; the client may pay again. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
