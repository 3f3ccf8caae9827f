import { AppError } from '../../errors.ts'
import type { EventSummary, StoredEvent } from '../../model/event.ts'
import { type EventMark, markOf } from '../../store/entities/event-marks.ts'
import type { CursorContext, ListIdentity } from '../page.ts'

/** An event as clients see it: its number counts the events of all tenants, so they get its place in the log sealed. */
export interface ReadableEvent extends Omit<StoredEvent, 'sequence'> {
  readonly cursor: string
}

/** One log, whatever a reader selects of it and in which order. */
const log: ListIdentity = ['events']

export function sealEventMark({ cursors }: CursorContext, { sequence, digest }: EventMark): string {
  return cursors.seal(log, [sequence, digest])
}

export function eventCursor(context: CursorContext, event: Omit<EventSummary, 'changed'>): string {
  return sealEventMark(context, markOf(event))
}

export function toReadableEvent(context: CursorContext, event: StoredEvent): ReadableEvent {
  const { sequence: _, ...readable } = event
  return { ...readable, cursor: eventCursor(context, event) }
}

/**
 * The place of a cursor, without a digest for those that earlier versions made: they are the number alone. Absent: of
 * none.
 *
 * @throws AppError for a text that is no cursor of the events.
 */
export function openEventCursor(
  { cursors }: CursorContext,
  parameter: 'after' | 'until',
  cursor: string | undefined,
): EventMark | undefined {
  if (cursor === undefined) return undefined
  const position = cursors.open(log, cursor)
  const [sequence, digest = ''] = Array.isArray(position) ? position : [position]
  if (typeof sequence === 'number' && typeof digest === 'string') return { sequence, digest }
  throw new AppError(
    'BadRequestException',
    `${parameter}: is not a cursor of the events of this database. Use \`next\` of a page or the \`cursor\` of an event. A ` +
      'restored or moved database has cursors of its own: read the names again, then continue without one.',
  )
}
