import type { Payment } from '../../model/payment.ts'
import { broadcastUntilMined } from './broadcast.ts'
import type { LeasedPayment } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { resumeFacilitatorSettlement, settleViaFacilitator } from './settle-via-facilitator.ts'
import { settleViaRelayer } from './settle-via-relayer.ts'

/**
 * Makes a payment that is claimed, in the way that is configured, and records what came of it; `body` is the answer that
 * it buys.
 *
 * @throws PaymentRefused, AppError `ServiceUnavailableException` when it was not made and cannot have been; `LeaseLost`.
 */
export function settle(context: PaidContext, leased: LeasedPayment, body: string): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer'
    ? settleViaRelayer(context, settlement, leased, body)
    : settleViaFacilitator(context, settlement, leased, body)
}

/** Goes on with a payment that may have been sent already, by whichever backend was told to. */
export function resume(context: PaidContext, leased: LeasedPayment): Promise<Payment> {
  const { settlement } = context.payments
  return settlement.kind === 'relayer' && leased.payment.backend === 'relayer'
    ? broadcastUntilMined(context, settlement, leased)
    : resumeFacilitatorSettlement(context, settlement.token, leased)
}
