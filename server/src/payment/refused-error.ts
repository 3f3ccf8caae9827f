/**
 * The reason why a paid request is refused, with nothing charged:
 *
 * - `required`: there is no credential
 * - `malformed`, `unsupported`: the credential cannot be parsed, or its kind is not accepted
 * - `offer`, `challenge`, `challenge-expired`, `binding`: it does not answer an offer of this service for this query
 * - `recipient`, `amount`, `signature`, `expired`, `not-yet-valid`: the authorization does not match the offer
 * - `funds`, `used`, `reverts`: the token would not make the transfer
 * - `spent`: the authorization, or its challenge, was used for another request
 * - `too-many`: the payer has too many pending payments, or is blocked after failed ones
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

/** Thrown when a payment is missing or refused. Nothing was charged, and the client may pay again. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
