import { purgeChallenges } from '../../store/challenges.ts'
import { purgeEvents } from '../../store/events.ts'
import { afterlife } from '../challenges/request-mapp.ts'
import type { CoreContext } from '../context.ts'
import { type Doing, keepDoing } from '../keep-doing.ts'

/** Milliseconds between passes. */
const interval = 600_000

/** Rows that one statement deletes, so that none holds up others, and statements of a pass, for each kind. */
const batch = 500
const batches = 200

/** Rows that a pass has deleted. */
export interface Purged {
  readonly events: number
  readonly challenges: number
}

export interface Retention {
  /** Milliseconds for which events are kept; 0: without end. */
  readonly events: number
}

/** Deletes, once, what has been kept for long enough, up to 100,000 rows of each kind; the next pass goes on. */
async function purge({ store, clock }: CoreContext, retention: Retention): Promise<Purged> {
  const now = clock()
  const { db } = store
  return {
    challenges: await inBatches(() => purgeChallenges(db, now - afterlife, batch)),
    events:
      retention.events === 0 ? 0 : await inBatches(() => purgeEvents(db, now - retention.events, batch)),
  }
}

async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
  let total = 0
  for (let turn = 0; turn < batches; turn++) {
    const deleted = await deleteSome()
    total += deleted
    if (deleted < batch) break
  }
  return total
}

/** Purges at once, then every ten minutes. */
export const keepPurged = (
  context: CoreContext,
  retention: Retention,
  watcher: { readonly purged: (purged: Purged) => void; readonly failed: (error: unknown) => void },
): Doing => keepDoing(interval, () => purge(context, retention).then(watcher.purged, watcher.failed))
