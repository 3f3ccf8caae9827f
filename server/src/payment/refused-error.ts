/**
 * Why a request that has to be paid for is not answered, nor charged:
 *
 * - `required`: there is no proof of payment
 * - `malformed`, `unsupported`: the proof cannot be read, or is of a kind that is not taken
 * - `offer`, `challenge`, `challenge-expired`, `binding`: it does not answer an offer of this service for this query
 * - `recipient`, `amount`, `signature`, `expired`, `not-yet-valid`: the authorization is not the one asked for
 * - `funds`, `used`, `reverts`: the token would not make the transfer
 * - `spent`: the authorization, or its challenge, has bought something else before
 * - `too-many`: the payer has too many payments under way
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

/** Thrown when a payment is missing or not taken. Nothing was charged, and the client may pay anew. */
export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
