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
