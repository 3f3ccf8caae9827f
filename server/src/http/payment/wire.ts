import type { PaymentProof } from '../../payment/proof.ts'
import type { PaymentRefused } from '../../payment/refusal.ts'
import { receiptHeaders, refusalAnswer, unconfirmedAnswer } from './answers.ts'
import type { OfferSettings, Query } from './offers.ts'
import { type ProofHeaders, readProof } from './read-proof.ts'

/** Both payment protocols as this service speaks them. */
export type PaymentWire = ReturnType<typeof openWire>

/**
 * Binds the wire to its settings. Everything that needs the libraries of the protocols is behind this file, which is
 * therefore to be imported where payment is configured, and only then.
 */
export const openWire = (settings: OfferSettings) => ({
  readProof: (query: Query, headers: ProofHeaders): PaymentProof | undefined =>
    readProof(settings, query, headers),
  refusalAnswer: (query: Query, refusal: PaymentRefused, now: number) =>
    refusalAnswer(settings, query, refusal, now),
  receiptHeaders,
  unconfirmedAnswer,
})
