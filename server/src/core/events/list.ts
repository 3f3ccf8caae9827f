import type { ErrorName } from '../../errors.ts'
import type { StoredEvent } from '../../model/event.ts'
import { type EventFilter, listEvents } from '../../store/entities/event-log.ts'
import type { CoreContext } from '../context.ts'
import { type EventQuery, readableEvents, startOf } from './readable-events.ts'

export interface EventPage {
  readonly events: readonly StoredEvent[]
  /** The cursor of the next page: the last event, or where the page began if it is empty. */
  readonly next: number
}

export interface EventPosition {
  /** A sequence number; absent: the oldest events. */
  readonly after?: number | undefined
  readonly limit: number
}

export async function listReadableEvents(
  context: CoreContext,
  { after, limit, ...query }: EventQuery & EventPosition,
): Promise<EventPage> {
  const filter = await readableEvents(context, query)
  return readEventPage(context, filter, { after, limit })
}

export async function readEventPage(
  context: CoreContext,
  filter: EventFilter,
  { after, limit }: EventPosition,
): Promise<EventPage> {
  const start = await startOf(context, after, 'oldest')
  const events = await listEvents(context.store.db, { filter, after: start, limit })
  return { events, next: events.at(-1)?.sequence ?? start }
}

listReadableEvents.errors = [
  ...readableEvents.errors,
  ...startOf.errors,
] as const satisfies readonly ErrorName[]
