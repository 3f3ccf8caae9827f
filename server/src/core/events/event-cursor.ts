import { AppError } from '../../errors.ts'
import type { StoredEvent } from '../../model/event.ts'
import type { CursorContext, ListIdentity } from '../page.ts'

/** An event as clients see it: its number counts the events of all tenants, so they get its place in the log sealed. */
export interface ReadableEvent extends Omit<StoredEvent, 'sequence'> {
  readonly cursor: string
}

/** One log, whatever a reader selects of it and in which order. */
const log: ListIdentity = ['events']

export function eventCursor({ cursors }: CursorContext, sequence: number): string {
  return cursors.seal(log, sequence)
}

export function toReadableEvent(context: CursorContext, { sequence, ...event }: StoredEvent): ReadableEvent {
  return { ...event, cursor: eventCursor(context, sequence) }
}

/**
 * The sequence number of a cursor; absent: of none.
 *
 * @throws AppError for a text that is no cursor of the events.
 */
export function openEventCursor(
  { cursors }: CursorContext,
  parameter: 'after' | 'until',
  cursor: string | undefined,
): number | undefined {
  if (cursor === undefined) return undefined
  const sequence = cursors.open(log, cursor)
  if (typeof sequence === 'number') return sequence
  throw new AppError(
    'BadRequestException',
    `${parameter}: is not a cursor of the events of this database. Use \`next\` of a page or the \`cursor\` of an event. A ` +
      'restored or moved database has cursors of its own: read the names again, then continue without one.',
  )
}
