import type { StoredEvent } from '../../model/event.ts'
import { listEvents, readEventBounds } from '../../store/entities/event-log.ts'
import { refreshCredential } from '../auth/refresh-credential.ts'
import type { CoreContext } from '../context.ts'
import { type EventStart, eventFeed } from './list.ts'
import { type EventQuery, readableEvents, sequenceOf, startOf } from './readable-events.ts'

/** Few, because a page stays in memory until a slow reader has taken it. */
const pageSize = 100

/** Without a start: from now on. */
export interface FollowEvents extends EventQuery, EventStart {}

/**
 * Pages of events as they come, until the signal aborts. A page is read when the one before has been taken, and only while
 * the caller may still read it.
 */
export type EventPages = (signal: AbortSignal) => AsyncGenerator<readonly StoredEvent[]>

export async function followEvents(
  context: CoreContext,
  { after, afterSequence, ...query }: FollowEvents,
): Promise<EventPages> {
  await readableEvents(context, query)
  const given = sequenceOf(context, eventFeed('oldest'), { after, afterSequence })
  const start = await startOf(context, given, 'newest')
  return async function* pages(signal) {
    const { store, eventWatcher } = context
    let read = start
    for (;;) {
      const caller = { ...query.caller, ...(await refreshCredential(context, query.caller)) }
      const filter = await readableEvents(context, { ...query, caller })
      const { newest } = await readEventBounds(store.db)
      const events = await listEvents(store.db, { filter, after: read, limit: pageSize, order: 'oldest' })
      read = events.at(-1)?.sequence ?? Math.max(read, newest)
      if (events.length > 0) yield events
      else await eventWatcher.waitForEventAfter(read, signal)
    }
  }
}
