import { findApiKey } from '../../store/entities/api-keys.ts'
import { type EventMark, readEventLogState } from '../../store/entities/event-marks.ts'
import { sequenceEvents } from '../../store/entities/events.ts'
import { pageOfEvents } from '../../store/listing/events.ts'
import type { Queryable } from '../../store/tables.ts'
import { invalidKeyError, isKeyValid } from '../auth/keys.ts'
import { readSession } from '../auth/sessions.ts'
import type { CoreContext, Credential } from '../context.ts'
import { openEventCursor, type ReadableEvent, toReadableEvent } from './event-cursor.ts'
import { assertInLog, assertNotPurged, endOfPage, markInLog } from './log-position.ts'
import { type EventQuery, readableEvents } from './read.ts'

/** Few, because a page stays in memory until a slow reader has taken it. */
const pageSize = 100

interface FollowEvents extends EventQuery {
  /** A cursor; absent: from now on. */
  readonly after?: string | undefined
}

/**
 * Pages of events as they come, until the signal aborts. A page is read when the one before has been taken, and only while
 * the caller may still read it. Rejects as `followEvents` once the log has lost the event behind which it reads.
 */
export type EventPages = (signal: AbortSignal) => AsyncGenerator<readonly ReadableEvent[]>

/** @throws AppError `CursorInFutureException`, `CursorTooOldException`. */
export async function followEvents(
  context: CoreContext,
  { after, ...query }: FollowEvents,
): Promise<EventPages> {
  await readableEvents(context, query)
  const { store, eventWatcher } = context
  const given = openEventCursor(context, 'after', after)
  await sequenceEvents(store)
  const start = await confirm(store.db, given)
  return async function* pages(signal) {
    // Events up to the newest one are in the page that is read next.
    let { position, newest } = start
    for (;;) {
      const caller = { ...query.caller, ...(await refreshCredential(context, query.caller)) }
      const filter = await readableEvents(context, { ...query, caller })
      const read = { filter, after: position.sequence, limit: pageSize, order: 'oldest' } as const
      const page = await pageOfEvents(store.db, read)
      const confirmed = await confirm(store.db, position)
      position = endOfPage(page) ?? laterOf(confirmed.position, newest)
      newest = confirmed.newest
      if (page.events.length > 0) yield page.events.map((event) => toReadableEvent(context, event))
      else if (!page.hasMore) newest = await eventWatcher.waitForOtherThan(position, signal)
    }
  }
}

/** Once the events behind it are read. Absent: the newest. */
async function confirm(db: Queryable, mark: EventMark | undefined) {
  const state = await readEventLogState(db, mark ? [mark.sequence] : [])
  if (!mark) return { position: state.newest, newest: state.newest }
  assertInLog(state, mark)
  assertNotPurged(state, mark)
  return { position: markInLog(state, mark), newest: state.newest }
}

function laterOf(one: EventMark, other: EventMark): EventMark {
  return other.sequence > one.sequence ? other : one
}

/** What a credential may do now, for a response that goes on after it was authenticated. */
async function refreshCredential(context: CoreContext, { apiKey, session }: Credential): Promise<Credential> {
  if (session) return { session: await readSession(context, session.session.hash) }
  if (!apiKey) return {}
  const key = await findApiKey(context.store.db, apiKey.id)
  if (!key || !isKeyValid(key, context.clock())) throw invalidKeyError()
  return { apiKey: key }
}
