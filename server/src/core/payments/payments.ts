import type { BackgroundQueue } from '../../async/background-queue.ts'
import type { PaymentTerms } from '../../payment/terms.ts'
import type { Settlement } from '../../settlement/open-settlement.ts'
import type { CoreContext } from '../context.ts'

/** How resolving is paid for. */
export interface Payments {
  readonly terms: PaymentTerms
  readonly settlement: Settlement
  /** Binds challenges to this service, with the one before it while that is being replaced. */
  readonly secret: string
  readonly previousSecret: string | undefined
  /** Milliseconds for which a payment that was sent is waited for. */
  readonly timeoutMs: number
  /** What a client gets for a payment that was confirmed after it had been told otherwise: the same again, or the answer. */
  readonly lateSettlement: 'deny' | 'deliver'
  /** Milliseconds for which an answer that was paid for can be asked for again. */
  readonly responseRetentionMs: number
  /** Payments of one payer that may be under way at once. */
  readonly maxPendingPerPayer: number
  /** Payments that this process is bringing to an end, which it does whether or not their clients wait. */
  readonly tasks: BackgroundQueue
}

/** What the operations on payments work with. */
export type PaidContext = CoreContext & { readonly payments: Payments }
