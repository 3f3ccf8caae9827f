import { AppError } from '../../errors.ts'
import type { PaymentCredential } from '../../payment/payment-credential.ts'
import type { OfferSettings, Query } from './offers.ts'
import { readMppCredential } from './read-mpp.ts'
import { readX402Credential } from './read-x402.ts'

/** Empty means absent. */
export interface CredentialHeaders {
  readonly 'payment-signature'?: string | undefined
  readonly authorization?: string | undefined
}

/**
 * Does not check expiry, price or signature.
 *
 * @returns undefined without a credential; other schemes are ignored.
 * @throws PaymentRefusedError `malformed`, `unsupported`, `offer`, `challenge`, `binding`; AppError
 * `BadRequestException` for two credentials.
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

/** Scheme names are case-insensitive (RFC 9110 §11.1). */
function findPaymentScheme(authorization: string): string | undefined {
  return authorization
    .split(',')
    .map((credential) => credential.trim())
    .find((credential) => /^payment(\s|$)/i.test(credential))
}
