import type { Hex } from 'viem'
import type { TransferAuthorization } from '../payments/authorization.ts'
import type { PaymentProtocol } from '../payments/terms.ts'

/** An authorization, which its token accepts once. */
export interface PaymentKey {
  readonly chainId: number
  readonly asset: Hex
  readonly payer: Hex
  /** 32 bytes, chosen by the payer. */
  readonly nonce: Hex
}

export interface Payment extends PaymentKey {
  readonly id: string
  /** The signed EIP-712 hash. */
  readonly digest: Hex
  /** Identifies the signature after it is deleted. */
  readonly signatureHash: Hex
  readonly protocol: PaymentProtocol
  /** `null` for x402. */
  readonly challengeId: string | null
  /** Hash of the request: a credential buys one response to one request. */
  readonly requestHash: Hex
  readonly backend: PaymentBackend
  readonly payTo: Hex
  /** Base units of the token. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly validBefore: bigint
  /** Secret (includes the signature); `null` in terminal states. */
  readonly authorization: TransferAuthorization | null
  readonly state: PaymentState
  /** Only the owner may change the payment until `leaseUntil`. */
  readonly leaseOwner: string | null
  /** 0 without an owner. */
  readonly leaseUntil: number
  /** Newest block at the claim; the transfer is later. */
  readonly fromBlock: number
  /** Sender. This and the next three: `null` until signed, or with a facilitator. */
  readonly relayer: Hex | null
  readonly relayerNonce: number | null
  readonly txHash: Hex | null
  /** Secret; `null` in terminal states. */
  readonly rawTx: Hex | null
  /** May be from any sender; `null` while unknown. */
  readonly settledTx: Hex | null
  readonly settledBlock: number | null
  readonly settledAt: number | null
  /** JSON of the purchased response, stored before anything is sent. */
  readonly body: string | null
  /** `null` until the client has a response. */
  readonly answer: PaymentAnswer | null
  readonly createdAt: number
  /** Ignores lease changes. */
  readonly updatedAt: number
}

export interface PaymentAnswer {
  readonly status: 200 | 502
  readonly transaction: Hex | null
  /** x402 code; `null` when paid. */
  readonly reason: string | null
  readonly at: number
}

type PaymentBackend = 'relayer' | 'facilitator'

export type PaymentState =
  | 'claimed'
  | 'signed'
  | 'broadcast'
  | 'unconfirmed'
  | 'unknown'
  | 'confirmed'
  | 'reverted'
  | 'void'

/** Append-only, enforced by the database; outlives a dropped payment. */
export interface PaymentEvent {
  readonly paymentId: string
  /** `null` for the claim. */
  readonly from: PaymentState | null
  readonly to: PaymentState | 'dropped'
  /** JSON value without secrets. */
  readonly detail: unknown
  readonly createdAt: number
}
