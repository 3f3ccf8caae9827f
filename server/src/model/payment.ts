import type { Hex } from 'viem'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentProtocol } from '../payment/payment-credential.ts'

/** What makes an authorization the one it is: its token takes it once, and it can be a payment once. */
export interface PaymentKey {
  readonly chainId: number
  readonly asset: Hex
  readonly payer: Hex
  /** 32 bytes, chosen by the payer. */
  readonly nonce: Hex
}

/** A payment: a transfer that its payer signed, the request that it pays for, and its outcome. */
export interface Payment extends PaymentKey {
  readonly id: string
  /** What the payer signed: the EIP-712 hash of the authorization. */
  readonly digest: Hex
  /** Tells signatures apart when the signature itself is gone. */
  readonly signatureHash: Hex
  readonly protocol: PaymentProtocol
  /** The challenge that the payment answers, which buys once; x402 has none. */
  readonly challengeId: string | null
  /** What was asked for: a proof buys an answer to one question. */
  readonly fingerprint: Hex
  readonly backend: PaymentBackend
  readonly payTo: Hex
  /** Base units of the token. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly validBefore: bigint
  /** With the signature, so a secret; `null` from a terminal state on. */
  readonly authorization: TransferAuthorization | null
  readonly state: PaymentState
  /** Who alone may change the payment, until `leaseUntil` or until it is taken over after that. */
  readonly leaseOwner: string | null
  /** 0 without an owner. */
  readonly leaseUntil: number
  /** The newest block at the time of the claim: the transfer is in none before it. */
  readonly fromBlock: number
  /** The account that sends it. This and the next three: `null` until it is signed, or with a facilitator. */
  readonly relayer: Hex | null
  readonly relayerNonce: number | null
  readonly txHash: Hex | null
  /** What is sent; holds the signature, so a secret; `null` from a terminal state on. */
  readonly rawTx: Hex | null
  /** The transaction that moved the amount, from any sender; `null` while unknown. */
  readonly settledTx: Hex | null
  readonly settledBlock: number | null
  readonly settledAt: number | null
  /** JSON of the answer that is bought, kept before anything is sent and for some time after. */
  readonly body: string | null
  /** What the client was told; `null` when nothing yet. */
  readonly answer: PaymentAnswer | null
  readonly createdAt: number
  /** When more became known of the payment; who is at work on it does not count. */
  readonly updatedAt: number
}

export interface PaymentAnswer {
  readonly status: 200 | 502
  readonly transaction: Hex | null
  /** A code of x402; `null` when paid. */
  readonly reason: string | null
  readonly at: number
}

/** Who sends a payment to its chain: our own account, or an x402 facilitator. */
type PaymentBackend = 'relayer' | 'facilitator'

/** What is known of a payment; `payment-states.ts` says more of each. */
export type PaymentState =
  | 'claimed'
  | 'signed'
  | 'broadcast'
  | 'unconfirmed'
  | 'unknown'
  | 'confirmed'
  | 'reverted'
  | 'void'

/**
 * Something that happened to a payment, from the moment on when something might be sent for it. Events are added, and the
 * database itself refuses to change or delete them; they outlive a payment that was dropped.
 */
export interface PaymentEvent {
  readonly paymentId: string
  /** `null` for the claim, which is the first and is told with the second. */
  readonly from: PaymentState | null
  readonly to: PaymentState | 'dropped'
  /** What there is to say about it, as a JSON value without secrets. */
  readonly detail: unknown
  readonly createdAt: number
}
