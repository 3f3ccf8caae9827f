import { addTraffic } from '../../store/entities/traffic.ts'
import type { CoreContext } from '../context.ts'
import { storedPeriods } from './periods.ts'

type CountingContext = Pick<CoreContext, 'store' | 'clock' | 'trafficCounter'>

/**
 * Lookups do not read it, so the data version stays. When the outcome of a commit is unknown, its period is written
 * again.
 *
 * @throws DatabaseUnavailableError, with what is not written kept for the next time.
 */
export function writeTraffic({ store: { db }, clock, trafficCounter }: CountingContext): Promise<void> {
  return trafficCounter.flush(clock(), (startsAt, counts) => {
    const periods = storedPeriods.map(({ periodMs }) => ({
      ...counts,
      periodMs,
      startsAt: startsAt - (startsAt % periodMs),
    }))
    return db.transaction().execute((tx) => addTraffic(tx, periods))
  })
}
