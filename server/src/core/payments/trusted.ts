import { PaymentRefused } from '../../payment/refusal.ts'
import type { PaymentKey } from '../../store/payment-row.ts'
import { findFailedTransfers } from '../../store/payments.ts'
import type { PaidContext } from './payments.ts'

/** Milliseconds for which a failed transfer is held against its payer, and for which each of them makes it wait. */
const memory = 86_400_000
const waitForEach = 600_000

/**
 * Makes sure that a payer does not spend the relayer's gas again and again: after a transfer of its failed, it waits ten
 * minutes for each that failed within a day.
 *
 * @throws PaymentRefused `too-many`.
 */
export async function assertTrusted(
  { store, clock }: PaidContext,
  payer: Omit<PaymentKey, 'nonce'>,
): Promise<void> {
  const now = clock()
  const { count, last } = await findFailedTransfers(store.db, payer, now - memory)
  const left = last === null ? 0 : last + count * waitForEach - now
  if (left <= 0) return
  throw new PaymentRefused(
    'too-many',
    `Transfers of this payer were sent and failed; it can pay again in ${Math.ceil(left / 1000)} seconds.`,
  )
}
