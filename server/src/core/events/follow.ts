import { listEvents, readEventBounds } from '../../store/entities/events.ts'
import { refreshCredential } from '../auth/refresh-credential.ts'
import type { CoreContext } from '../context.ts'
import { openEventCursor, type ReadableEvent, toReadableEvent } from './event-cursor.ts'
import { type EventQuery, readableEvents, startOf } from './read.ts'

/** Few, because a page stays in memory until a slow reader has taken it. */
const pageSize = 100

export interface FollowEvents extends EventQuery {
  /** A cursor; absent: from now on. */
  readonly after?: string | undefined
}

/**
 * Pages of events as they come, until the signal aborts. A page is read when the one before has been taken, and only while
 * the caller may still read it.
 */
export type EventPages = (signal: AbortSignal) => AsyncGenerator<readonly ReadableEvent[]>

export async function followEvents(
  context: CoreContext,
  { after, ...query }: FollowEvents,
): Promise<EventPages> {
  await readableEvents(context, query)
  const start = await startOf(context, openEventCursor(context, 'after', after), 'newest')
  return async function* pages(signal) {
    const { store, eventWatcher } = context
    let read = start
    for (;;) {
      const caller = { ...query.caller, ...(await refreshCredential(context, query.caller)) }
      const filter = await readableEvents(context, { ...query, caller })
      const { newest } = await readEventBounds(store.db)
      const events = await listEvents(store.db, { filter, after: read, limit: pageSize, order: 'oldest' })
      read = events.at(-1)?.sequence ?? Math.max(read, newest)
      if (events.length > 0) yield events.map((event) => toReadableEvent(context, event))
      else await eventWatcher.waitForEventAfter(read, signal)
    }
  }
}
