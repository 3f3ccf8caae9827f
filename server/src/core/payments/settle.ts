import type { Payment } from '../../store/payment-row.ts'
import { bring } from './bring.ts'
import { delegate, resumeDelegated } from './delegate.ts'
import type { Held } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { relay } from './relay.ts'

/**
 * Makes a payment that is claimed, in the way that is configured, and records what came of it; `body` is the answer that
 * it buys.
 *
 * @throws PaymentRefused, AppError `ServiceUnavailableException` when it was not made and cannot have been; `LeaseLost`.
 */
export function settle(context: PaidContext, held: Held, body: string): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer'
    ? relay(context, settlement, held, body)
    : delegate(context, settlement, held, body)
}

/** Goes on with a payment that may have been sent already, by whichever backend was told to. */
export function resume(context: PaidContext, held: Held): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer' && held.payment.backend === 'relayer'
    ? bring(context, settlement, held)
    : resumeDelegated(context, settlement.token, held)
}
