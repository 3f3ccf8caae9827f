import type { TransferAuthorization } from './authorization.ts'

/** How a proof of payment came: by x402 version 2, or by the `Payment` scheme of HTTP authentication (MPP). */
export type PaymentProtocol = 'x402' | 'mpp'

/** What a client sends to pay. Both protocols come down to a signed transfer. */
export interface PaymentCredential {
  readonly protocol: PaymentProtocol
  readonly authorization: TransferAuthorization
  /** The challenge that the proof answers, which buys once; x402 has none. */
  readonly challengeId: string | null
  /** When that challenge expires, milliseconds since 1970; null without one. Whether it has is not decided yet. */
  readonly challengeExpires: number | null
}
