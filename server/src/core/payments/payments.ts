import type { BackgroundQueue } from '../../async/background-queue.ts'
import type { PaymentTerms } from '../../payment/terms.ts'
import type { Settlement } from '../../settlement/open-settlement.ts'
import type { Store } from '../../store/store.ts'

/** How resolving is paid for. */
export interface Payments {
  readonly terms: PaymentTerms
  readonly settlement: Settlement
  /** Binds challenges to this service, with the previous one while it is being replaced. */
  readonly secret: string
  readonly previousSecret: string | undefined
  /** Milliseconds to wait for the outcome of a payment that was sent. */
  readonly timeoutMs: number
  /** Response to a payment that was confirmed after its client got 502: the same 502, or the paid response. */
  readonly lateSettlement: 'deny' | 'deliver'
  /** Milliseconds for which a paid response can be fetched again. */
  readonly responseRetentionMs: number
  readonly maxPendingPerPayer: number
  /** Payments in progress in this process; they continue when their clients disconnect. */
  readonly tasks: BackgroundQueue
}

/** The part of a running service that payments need. */
export interface PaidContext {
  readonly store: Store
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number
  /** `resolveTimeoutMs`: milliseconds for reading one name. */
  readonly rules: { readonly resolveTimeoutMs: number }
  readonly payments: Payments
}
