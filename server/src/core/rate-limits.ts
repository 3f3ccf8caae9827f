import type { RateCount } from '../model/write-budget.ts'
import { incrementRateCount } from '../store/entities/rates.ts'
import type { CoreContext } from './context.ts'

/**
 * Exact over all processes, at the price of a write.
 *
 * @param expiresAt End of a window that begins now, in milliseconds since 1970.
 * @throws DatabaseUnavailableError.
 */
export function countShared(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  id: string,
  expiresAt: number,
): Promise<RateCount> {
  return store
    .inTurn('rate counts')
    .plainStatement((turn) => incrementRateCount(turn, { id, count: 1, expiresAt }, clock()))
}
