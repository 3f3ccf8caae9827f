import type { ErrorName } from '../../errors.ts'
import type { StoredEvent } from '../../model/event.ts'
import {
  type EventFilter,
  type EventOrder,
  listEvents,
  sequenceEvents,
} from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { type EventQuery, readableEvents, startOf } from './readable-events.ts'

export interface EventPage {
  readonly events: readonly StoredEvent[]
  /** The cursor of the next page: the last event of this one, or where the page began if it is empty. */
  readonly next: number
}

export interface EventPosition {
  /** A sequence number; absent: from the first in the order. */
  readonly after?: number | undefined
  readonly limit: number
  /** Which come first. */
  readonly order: EventOrder
}

export async function listReadableEvents(
  context: CoreContext,
  { after, limit, order, ...query }: EventQuery & EventPosition,
): Promise<EventPage> {
  const filter = await readableEvents(context, query)
  return readEventPage(context, filter, { after, limit, order })
}

export async function readEventPage(
  context: CoreContext,
  filter: EventFilter,
  { after, limit, order }: EventPosition,
): Promise<EventPage> {
  const start = order === 'oldest' ? await startOf(context, after, order) : await newestBefore(context, after)
  const events = await listEvents(context.store.db, { filter, after: start, limit, order })
  return { events, next: events.at(-1)?.sequence ?? start }
}

/** Those that are committed are in the log then. */
async function newestBefore({ store }: CoreContext, before: number | undefined): Promise<number> {
  if (before !== undefined) return before
  await sequenceEvents(store)
  return Number.MAX_SAFE_INTEGER
}

listReadableEvents.errors = [
  ...readableEvents.errors,
  ...startOf.errors,
] as const satisfies readonly ErrorName[]
