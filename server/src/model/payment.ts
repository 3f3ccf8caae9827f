import type { Hex } from 'viem'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentProtocol } from '../payment/payment-credential.ts'

/** The identity of an authorization: its token accepts it once, and it can be a payment once. */
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
  /** The signed EIP-712 hash of the authorization. */
  readonly digest: Hex
  /** Identifies the signature after the signature itself is deleted. */
  readonly signatureHash: Hex
  readonly protocol: PaymentProtocol
  /** The challenge of the payment, which can be used once; x402 has none. */
  readonly challengeId: string | null
  /** Hash of the request: a credential buys one response to one request. */
  readonly requestHash: Hex
  readonly backend: PaymentBackend
  readonly payTo: Hex
  /** Base units of the token. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly validBefore: bigint
  /** With the signature, so a secret; `null` in terminal states. */
  readonly authorization: TransferAuthorization | null
  readonly state: PaymentState
  /** The lease holder: only it may change the payment, until `leaseUntil` or a later takeover. */
  readonly leaseOwner: string | null
  /** 0 without an owner. */
  readonly leaseUntil: number
  /** The newest block at the time of the claim: the transfer is in a later one. */
  readonly fromBlock: number
  /** The account that sends it. This and the next three: `null` until it is signed, or with a facilitator. */
  readonly relayer: Hex | null
  readonly relayerNonce: number | null
  readonly txHash: Hex | null
  /** The signed transaction; contains the signature, so a secret; `null` in terminal states. */
  readonly rawTx: Hex | null
  /** The transaction that moved the amount, from any sender; `null` while unknown. */
  readonly settledTx: Hex | null
  readonly settledBlock: number | null
  readonly settledAt: number | null
  /** JSON of the purchased response, stored before anything is sent and kept for some time. */
  readonly body: string | null
  /** The response to the client; `null` before it. */
  readonly answer: PaymentAnswer | null
  readonly createdAt: number
  /** Time of the last change, without changes of the lease. */
  readonly updatedAt: number
}

export interface PaymentAnswer {
  readonly status: 200 | 502
  readonly transaction: Hex | null
  /** A code of x402; `null` when paid. */
  readonly reason: string | null
  readonly at: number
}

/** Sends a payment to its chain: our own account, or an x402 facilitator. */
type PaymentBackend = 'relayer' | 'facilitator'

/** The data of a payment in its state; see `payment-states.ts`. */
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
 * An event of a payment, from the moment when something may be sent for it. Events are added, and the database rejects changing
 * or deleting them; they outlive a dropped payment.
 */
export interface PaymentEvent {
  readonly paymentId: string
  /** `null` for the claim, which is the first and is written with the second. */
  readonly from: PaymentState | null
  readonly to: PaymentState | 'dropped'
  /** Details as a JSON value without secrets. */
  readonly detail: unknown
  readonly createdAt: number
}
