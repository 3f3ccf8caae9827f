import { findApiKey } from '../../store/entities/api-keys.ts'
import { readEventBounds } from '../../store/entities/events.ts'
import { pageOfEvents } from '../../store/listing/events.ts'
import { invalidKeyError, isKeyValid } from '../auth/keys.ts'
import { readSession } from '../auth/sessions.ts'
import type { CoreContext, Credential } from '../context.ts'
import { openEventCursor, type ReadableEvent, toReadableEvent } from './event-cursor.ts'
import { type EventQuery, readableEvents, startOf } from './read.ts'

/** Few, because a page stays in memory until a slow reader has taken it. */
const pageSize = 100

interface FollowEvents extends EventQuery {
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
      const page = { filter, after: read, limit: pageSize, order: 'oldest' } as const
      const { events, end, hasMore } = await pageOfEvents(store.db, page)
      read = hasMore || events.length > 0 ? end : Math.max(read, newest)
      if (events.length > 0) yield events.map((event) => toReadableEvent(context, event))
      else if (!hasMore) await eventWatcher.waitForEventAfter(read, signal)
    }
  }
}

/** What a credential may do now, for a response that goes on after it was authenticated. */
async function refreshCredential(context: CoreContext, { apiKey, session }: Credential): Promise<Credential> {
  if (session) return { session: await readSession(context, session.session.hash) }
  if (!apiKey) return {}
  const key = await findApiKey(context.store.db, apiKey.id)
  if (!key || !isKeyValid(key, context.clock())) throw invalidKeyError()
  return { apiKey: key }
}
