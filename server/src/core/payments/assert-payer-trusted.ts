import type { PaymentKey } from '../../model/payment.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import { findFailedTransfers } from '../../store/payments/claims.ts'
import type { PaidContext } from './payments.ts'

/** Milliseconds for which a failed transfer is held against its payer, and for which each of them makes it wait. */
const failureWindowMs = 86_400_000
const waitPerFailureMs = 600_000

/**
 * Makes sure that a payer does not spend the relayer's gas again and again: after a transfer of its failed, it waits ten
 * minutes for each that failed within a day.
 *
 * @throws PaymentRefused `too-many`.
 */
export async function assertPayerTrusted(
  { store, clock }: PaidContext,
  payer: Omit<PaymentKey, 'nonce'>,
): Promise<void> {
  const now = clock()
  const { count, last } = await findFailedTransfers(store.db, payer, now - failureWindowMs)
  const remainingMs = last === null ? 0 : last + count * waitPerFailureMs - now
  if (remainingMs <= 0) return
  throw new PaymentRefusedError(
    'too-many',
    `Transfers of this payer were sent and failed; it can pay again in ${Math.ceil(remainingMs / 1000)} seconds.`,
  )
}
