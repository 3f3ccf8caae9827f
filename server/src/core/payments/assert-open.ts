import { asServiceUnavailable } from './as-service-unavailable.ts'
import type { PaidContext } from './payments.ts'

/**
 * Makes sure that payments can be taken before one is asked for.
 *
 * @throws AppError `ServiceUnavailableException`.
 */
export async function assertPaymentsAvailable({ payments }: PaidContext): Promise<void> {
  const { settlement } = payments
  if (settlement.kind === 'relayer') await asServiceUnavailable(settlement.relayer.assertReady())
}
