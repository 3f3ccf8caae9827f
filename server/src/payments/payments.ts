import type { Hex } from 'viem'
import type { CursorPage, CursorRequest } from '../core/page.ts'
import type { EventCause } from '../model/event.ts'
import type { Payment, PaymentCounts, PaymentEvent, PaymentState, PaymentTerms } from '../model/payment.ts'

/** All that other rooms use of payments; `openPayments` makes it. */
export interface Payments {
  /** Readable also while payment is off. */
  readonly journal: PaymentJournal
  /** Absent: payment is off, and resolution is free. */
  readonly active: ActivePayments | undefined
}

interface JournalFilter {
  /** Absent: any. */
  readonly state: PaymentState | undefined
  /** Confirmed after its client got 502. */
  readonly isRefundDue: boolean
}

export interface PaymentJournal {
  /** Newest first. */
  readonly list: (request: JournalFilter & CursorRequest) => Promise<CursorPage<Payment>>
  /** @throws AppError `NotFoundException`. */
  readonly require: (id: string) => Promise<Payment>
  /** Oldest first; empty for an unknown id. */
  readonly history: (id: string) => Promise<readonly PaymentEvent[]>
  readonly countByState: () => Promise<PaymentCounts>
}

export interface ActivePayments {
  readonly terms: PaymentTerms
  /** @throws AppError for failures before anything is charged, and those of `execute`. */
  readonly charge: (request: ChargeRequest) => Promise<ChargeOutcome>
  /** Continues what other processes left. Does nothing while a restored copy is held. Rejects after it has done what it can. */
  readonly reconcile: (listener: ReconcileListener) => Promise<void>
  /**
   * Advances the relayer's next nonce past used ones. Null without a relayer.
   *
   * @throws AppError those of the RPC.
   */
  readonly syncRelayerNonce: () => Promise<RelayerNonce | null>
  /** Waits for payments in progress. */
  readonly drain: () => Promise<void>
}

export interface ChargeRequest {
  /** Of the events. */
  readonly cause: EventCause
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly names: readonly string[]
  /** Of the request; they may have a credential. */
  readonly headers: object
  /** Counts requests that are not charged, unless a payment may have been sent. Both throw at the limit. */
  readonly unpaidQuota: {
    readonly assertRemaining: () => Promise<void>
    readonly consume: () => Promise<void>
  }
  /** Called before the charge, and again only after a crash. */
  readonly execute: () => Promise<PaidResult>
  /** Admits chain reads before a payment is reserved, or throws. */
  readonly admit: <T>(read: () => Promise<T>) => Promise<T>
}

export interface PaidResult {
  /** JSON. */
  readonly data: unknown
  readonly isChargeable: boolean
}

/** `response` has the receipts of both protocols, if it is paid. */
export type ChargeOutcome =
  | { readonly kind: 'response'; readonly data: unknown; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'failure'; readonly response: ChargeFailure }

/** 402 with the offers of both protocols, or 502 without an offer for an unconfirmed payment. */
export interface ChargeFailure {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: object
  /** Absent: `application/json`. */
  readonly contentType?: string
}

export interface ReconciledPayment {
  readonly id: string
  readonly from: PaymentState
  readonly to: PaymentState | 'dropped'
}

export interface ReconcileListener {
  readonly onProgress: (payments: readonly ReconciledPayment[]) => void
  /** Another program uses the relayer's account, which makes payments fail. */
  readonly onForeignNonce: (nonce: RelayerNonce) => void
}

export interface RelayerNonce {
  /** 20 bytes, lower-case hex. */
  readonly relayer: Hex
  /** Undefined before the first payment. */
  readonly journal: number | undefined
  readonly chain: number
}
