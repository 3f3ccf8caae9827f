import { AppError } from '../../errors.ts'
import type { PaymentCredential } from '../../payment/payment-credential.ts'
import type { OfferSettings, Query } from './offers.ts'
import { readMppCredential } from './read-mpp.ts'
import { readX402Credential } from './read-x402.ts'

/** The headers that a proof of payment comes in; absent and empty are the same. */
export interface CredentialHeaders {
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
export function readCredential(
  settings: OfferSettings,
  query: Query,
  headers: CredentialHeaders,
): PaymentCredential | undefined {
  const { 'payment-signature': signature, authorization } = headers
  const mppCredential = findPaymentScheme(authorization ?? '')
  if (signature && mppCredential)
    throw new AppError('BadRequestException', 'Pay by PAYMENT-SIGNATURE or by Authorization, not by both.')
  if (signature) return readX402Credential(settings, query, signature)
  if (mppCredential) return readMppCredential(settings, query, mppCredential)
  return undefined
}

/** The `Payment` credential among those of an Authorization header; the name of a scheme has no case (RFC 9110 §11.1). */
function findPaymentScheme(authorization: string): string | undefined {
  return authorization
    .split(',')
    .map((credential) => credential.trim())
    .find((credential) => /^payment(\s|$)/i.test(credential))
}
