import type { PaidContext } from './payments.ts'
import { orUnavailable } from './unavailable.ts'

/**
 * Makes sure that payments can be taken before one is asked for.
 *
 * @throws AppError `ServiceUnavailableException`.
 */
export async function assertOpen({ payments }: PaidContext): Promise<void> {
  const { settlement } = payments
  if (settlement.kind === 'relayer') await orUnavailable(settlement.relayer.assertReady())
}
