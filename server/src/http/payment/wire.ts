import type { PaymentCredential } from '../../payment/payment-credential.ts'
import type { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { OfferSettings, Query } from './offers.ts'
import { paymentRequiredResponse, receiptHeaders, unconfirmedResponse } from './payment-responses.ts'
import { type CredentialHeaders, readCredential } from './read-credential.ts'

/** Both payment protocols as this service speaks them. */
export type PaymentProtocols = ReturnType<typeof createPaymentProtocols>

/**
 * Binds the wire to its settings. Everything that needs the libraries of the protocols is behind this file, which is
 * therefore to be imported where payment is configured, and only then.
 */
export function createPaymentProtocols(settings: OfferSettings) {
  return {
    readCredential: (query: Query, headers: CredentialHeaders): PaymentCredential | undefined =>
      readCredential(settings, query, headers),
    paymentRequiredResponse: (query: Query, refusal: PaymentRefusedError, now: number) =>
      paymentRequiredResponse(settings, query, refusal, now),
    receiptHeaders,
    unconfirmedResponse,
  }
}
