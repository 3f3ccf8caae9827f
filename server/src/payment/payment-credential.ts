import type { TransferAuthorization } from './authorization.ts'

/** The protocol of a credential: x402 version 2, or the `Payment` scheme of HTTP authentication (MPP). */
export type PaymentProtocol = 'x402' | 'mpp'

/** A payment credential: a signed transfer, in either protocol. */
export interface PaymentCredential {
  readonly protocol: PaymentProtocol
  readonly authorization: TransferAuthorization
  /** The challenge of the credential, which can be used once; `null` for x402. */
  readonly challengeId: string | null
  /** Expiry of that challenge, milliseconds since 1970, not checked yet; `null` for x402. */
  readonly challengeExpires: number | null
}
