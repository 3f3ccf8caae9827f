import type { Hex } from 'viem'

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
  /** Newest block when it was reserved; the transfer is later. */
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
  | 'reserved'
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
  /** `null` for the first. */
  readonly from: PaymentState | null
  readonly to: PaymentState | 'dropped'
  /** JSON value without secrets. */
  readonly detail: unknown
  readonly createdAt: number
}

/**
 * A signed transfer that any account may submit (EIP-3009, `transferWithAuthorization`), in canonical form. Addresses
 * are 20 bytes, lower-case hex.
 */
export interface TransferAuthorization {
  readonly chainId: number
  /** The token. */
  readonly asset: Hex
  /** The payer. */
  readonly from: Hex
  /** The payee. */
  readonly to: Hex
  /** Base units. */
  readonly value: bigint
  /** Unix seconds; valid in later blocks. */
  readonly validAfter: bigint
  /** Unix seconds; valid in earlier blocks. */
  readonly validBefore: bigint
  /** 32 bytes, lower-case hex; unique per payer and token. */
  readonly nonce: Hex
  /** Lower case. A secret: it suffices to make the payment. */
  readonly signature: Hex
}

export interface PaymentTerms {
  readonly chainId: number
  /** 20 bytes, lower-case hex. */
  readonly asset: Hex
  /** EIP-712; a wrong domain invalidates every signature. */
  readonly tokenName: string
  readonly tokenVersion: string
  readonly decimals: number
  /** Base units per request. */
  readonly amount: bigint
  /** 20 bytes, lower-case hex. */
  readonly payTo: Hex
  readonly offerLifetimeSeconds: number
}

/** x402 version 2, or the `Payment` scheme of HTTP authentication (MPP). */
export type PaymentProtocol = 'x402' | 'mpp'

/** The number of payments in each state, and of those with a refund due: charged, although the client got an error. */
export type PaymentCounts = Readonly<Record<PaymentState | 'refundDue', number>>

/** Absent fields are unchanged. */
export interface PaymentChange
  extends Partial<
    Pick<
      Payment,
      | 'fromBlock'
      | 'relayer'
      | 'relayerNonce'
      | 'txHash'
      | 'rawTx'
      | 'settledTx'
      | 'settledBlock'
      | 'settledAt'
      | 'body'
      | 'answer'
    >
  > {
  readonly to: PaymentState
  /** JSON value without secrets, for the event. */
  readonly detail?: unknown
}

/**
 * States of an unfinished payment:
 * - `reserved`: no transaction exists
 * - `signed`: stored, or the facilitator is about to be called; may be sent
 * - `broadcast`: the RPC accepted it
 * - `unconfirmed`: not mined in time; the client got 502
 * - `unknown`: possibly sent; the client got 502
 */
export const openStates = [
  'reserved',
  'signed',
  'broadcast',
  'unconfirmed',
  'unknown',
] as const satisfies readonly PaymentState[]

export const unansweredStates = ['reserved', 'signed', 'broadcast'] as const satisfies readonly PaymentState[]

/**
 * - `confirmed`: the amount was moved
 * - `reverted`: mined, moved nothing
 * - `void`: never moves anything
 */
export const terminalStates = ['confirmed', 'reverted', 'void'] as const satisfies readonly PaymentState[]

/** In possible order. */
export const paymentStates: readonly PaymentState[] = [...openStates, ...terminalStates]

export function isTerminal(state: PaymentState): boolean {
  return terminalStates.some((terminal) => terminal === state)
}
