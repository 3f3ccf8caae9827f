import type { PaymentCredential } from '../../payment/payment-credential.ts'
import type { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { OfferSettings, Query } from './offers.ts'
import { paymentRequiredResponse, receiptHeaders, unconfirmedResponse } from './payment-responses.ts'
import { type CredentialHeaders, readCredential } from './read-credential.ts'

export type PaymentProtocols = ReturnType<typeof createPaymentProtocols>

/** Import lazily: loads the libraries of the protocols. */
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
