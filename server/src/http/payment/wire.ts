import type { PaymentCredential, PaymentRefusedError } from '../../payments/terms.ts'
import type { OfferSettings, Query } from './offers.ts'
import { type CredentialHeaders, readCredential } from './read-credential.ts'
import { paymentRequiredResponse, receiptHeaders, unconfirmedResponse } from './responses.ts'

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
