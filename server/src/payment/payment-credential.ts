import type { TransferAuthorization } from './authorization.ts'

/** x402 version 2, or the `Payment` scheme of HTTP authentication (MPP). */
export type PaymentProtocol = 'x402' | 'mpp'

export interface PaymentCredential {
  readonly protocol: PaymentProtocol
  readonly authorization: TransferAuthorization
  /** Single-use; `null` for x402. */
  readonly challengeId: string | null
  /** Unix milliseconds, not checked yet; `null` for x402. */
  readonly challengeExpires: number | null
}
