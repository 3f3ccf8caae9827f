import { AppError } from '../../errors.ts'
import type { PaymentProof } from '../../payment/proof.ts'
import type { OfferSettings, Query } from './offers.ts'
import { readMpp } from './read-mpp.ts'
import { readX402 } from './read-x402.ts'

/** The headers that a proof of payment comes in; absent and empty are the same. */
export interface ProofHeaders {
  readonly 'payment-signature'?: string | undefined
  readonly authorization?: string | undefined
}

/**
 * Reads the proof of payment of a request, of either protocol. Without clock or chain: whether it is in time, and whether
 * the authorization pays what is asked and is signed by its payer, is not decided here.
 *
 * @returns undefined when there is none; credentials of other schemes are none.
 * @throws PaymentRefused `malformed`, `unsupported`, `offer`, `challenge`, `binding`; AppError `BadRequestException`
 * when there are two.
 */
export function readProof(
  settings: OfferSettings,
  query: Query,
  headers: ProofHeaders,
): PaymentProof | undefined {
  const { 'payment-signature': signature, authorization } = headers
  const credential = paymentCredential(authorization ?? '')
  if (signature && credential)
    throw new AppError('BadRequestException', 'Pay by PAYMENT-SIGNATURE or by Authorization, not by both.')
  if (signature) return readX402(settings, query, signature)
  if (credential) return readMpp(settings, query, credential)
  return undefined
}

/** The `Payment` credential among those of an Authorization header; the name of a scheme has no case (RFC 9110 §11.1). */
const paymentCredential = (authorization: string): string | undefined =>
  authorization
    .split(',')
    .map((credential) => credential.trim())
    .find((credential) => /^payment(\s|$)/i.test(credential))
