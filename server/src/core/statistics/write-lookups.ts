import { addLookupCounts, markLookups } from '../../store/entities/lookup-statistics.ts'
import type { CoreContext } from '../context.ts'

type CountingContext = Pick<CoreContext, 'store' | 'lookupCounter'>

/**
 * Writes the lookups that this process has counted, each chunk in a transaction. They do not affect lookups, so the
 * data version stays. When the outcome of a commit is unknown, its chunk is written again.
 *
 * @throws DatabaseUnavailableError, with what is not written kept for the next time.
 */
export function writeLookups({ store: { db }, lookupCounter }: CountingContext): Promise<void> {
  return lookupCounter.flush({
    addCounts: (counts) => db.transaction().execute((tx) => addLookupCounts(tx, counts)),
    mark: (hour, subnameKeys) => db.transaction().execute((tx) => markLookups(tx, hour, subnameKeys)),
  })
}
