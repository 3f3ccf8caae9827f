import {
  type EventFilter,
  type EventOrder,
  pageOfEvents,
  sequenceEvents,
} from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import type { CursorPage, CursorRequest } from '../cursor.ts'
import { eventCursor, openEventCursor, type ReadableEvent, toReadableEvent } from './event-cursor.ts'
import { type EventQuery, readableEvents, startOf } from './readable-events.ts'

export interface EventPage extends CursorPage<ReadableEvent> {
  /** No further event matches yet. */
  readonly isCaughtUp: boolean
}

/** `after`: of an event, or of a page in either order; absent: at the first in the order. */
export interface EventPosition extends CursorRequest {
  /** Which come first. */
  readonly order: EventOrder
  /** The cursor of the last event in the order of the log; absent: the newest. */
  readonly until?: string | undefined
}

export async function listReadableEvents(
  context: CoreContext,
  { after, until, limit, order, ...query }: EventQuery & EventPosition,
): Promise<EventPage> {
  const filter = await readableEvents(context, query)
  return readEventPage(context, filter, { after, until, limit, order })
}

/** The oldest first, there is always a next page: later events are on it. */
export async function readEventPage(
  context: CoreContext,
  filter: EventFilter,
  { limit, order, ...position }: EventPosition,
): Promise<EventPage> {
  const given = openEventCursor(context, 'after', position.after)
  const until = openEventCursor(context, 'until', position.until)
  const after = order === 'oldest' ? await startOf(context, given, order) : await newestBefore(context, given)
  const query = { filter: { ...filter, until }, after, limit, order }
  const { events, hasMore } = await pageOfEvents(context.store.db, query)
  const hasNext = hasMore || order === 'oldest'
  return {
    items: events.map((event) => toReadableEvent(context, event)),
    next: hasNext ? eventCursor(context, events.at(-1)?.sequence ?? after) : null,
    isCaughtUp: !hasMore,
  }
}

/** Those that are committed are in the log then. */
async function newestBefore({ store }: CoreContext, before: number | undefined): Promise<number> {
  if (before !== undefined) return before
  await sequenceEvents(store)
  return Number.MAX_SAFE_INTEGER
}
