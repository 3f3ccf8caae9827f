import type { StoredEvent } from '../../model/event.ts'
import {
  type EventFilter,
  type EventOrder,
  pageOfEvents,
  sequenceEvents,
} from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import type { CursorPage, CursorRequest, ListIdentity } from '../cursor.ts'
import { type EventQuery, readableEvents, sequenceOf, startOf } from './readable-events.ts'

export interface EventPage extends CursorPage<StoredEvent> {
  /** No further event matches yet. */
  readonly isCaughtUp: boolean
}

/** Where a reader of events is: behind a cursor, or behind an event; absent: at the first in the order. */
export interface EventStart {
  readonly after?: string | undefined
  readonly afterSequence?: number | undefined
}

export interface EventPosition extends CursorRequest, EventStart {
  /** Which come first. */
  readonly order: EventOrder
}

export async function listReadableEvents(
  context: CoreContext,
  { after, afterSequence, limit, order, ...query }: EventQuery & EventPosition,
): Promise<EventPage> {
  const filter = await readableEvents(context, query)
  return readEventPage(context, filter, eventFeed(order), { after, afterSequence, limit, order })
}

/** One log, whatever a reader selects of it. */
export function eventFeed(order: EventOrder): ListIdentity {
  return ['events', order]
}

/** The oldest first, there is always a next page: later events are on it. */
export async function readEventPage(
  context: CoreContext,
  filter: EventFilter,
  list: ListIdentity,
  { limit, order, ...start }: EventPosition,
): Promise<EventPage> {
  const { store, cursors } = context
  const given = sequenceOf(context, list, start)
  const after = order === 'oldest' ? await startOf(context, given, order) : await newestBefore(context, given)
  const { events, hasMore } = await pageOfEvents(store.db, { filter, after, limit, order })
  const hasNext = hasMore || order === 'oldest'
  return {
    items: events,
    next: hasNext ? cursors.seal(list, events.at(-1)?.sequence ?? after) : null,
    isCaughtUp: !hasMore,
  }
}

/** Those that are committed are in the log then. */
async function newestBefore({ store }: CoreContext, before: number | undefined): Promise<number> {
  if (before !== undefined) return before
  await sequenceEvents(store)
  return Number.MAX_SAFE_INTEGER
}
