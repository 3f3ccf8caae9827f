import type { BackgroundQueue } from '../async/limits.ts'
import type { Config } from '../config/config.ts'
import type { EventCause } from '../model/event.ts'
import type { PaymentTerms } from '../model/payment.ts'
import type { Store } from '../store/store.ts'
import type { Settlement } from './settlement/open-settlement.ts'

interface PaymentSetup {
  readonly terms: PaymentTerms
  readonly settlement: Settlement
  /** Binds challenges to this service; `previousSecret` is accepted during rotation. */
  readonly secret: string
  readonly previousSecret: string | undefined
  /** Maximum wait for the outcome of a sent payment. */
  readonly timeoutMs: number
  /** Response after a late confirmation: the same 502, or the paid response. */
  readonly lateSettlement: 'deny' | 'deliver'
  readonly responseRetentionMs: number
  readonly maxPendingPerPayer: number
  /** They continue when clients disconnect. */
  readonly tasks: BackgroundQueue
}

export interface PaidContext {
  readonly store: Store
  readonly cause: EventCause
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly rules: Pick<Config, 'resolveTimeoutMs'>
  readonly payments: PaymentSetup
}
