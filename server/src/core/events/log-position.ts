import { AppError } from '../../errors.ts'
import type { StoredEvent } from '../../model/event.ts'
import { type EventLogState, type EventMark, markOf } from '../../store/entities/event-marks.ts'
import type { PageOf } from '../../store/listing/events.ts'

/**
 * Of a state that was read after the events behind the mark: a log loses its newest ones once and for all, so they are of
 * the log that has the mark.
 *
 * @throws AppError `CursorInFutureException` where the log has another event at the mark, or none yet.
 */
export function assertInLog({ newest, marks }: EventLogState, { sequence, digest }: EventMark): void {
  const found = marks.get(sequence)
  const isOther = found !== undefined && digest !== '' && digest !== found.digest
  if (sequence > newest.sequence || isOther)
    throw new AppError(
      'CursorInFutureException',
      'The event of the cursor is not in the log any more: the database lost its newest events in a failover, or is an ' +
        'earlier copy. Read the names again, then continue without a cursor.',
    )
}

/**
 * For a reader that goes on to newer events. A mark without a digest may be that before the oldest event, where a reader
 * without a cursor begins.
 *
 * @throws AppError `CursorTooOldException` where the event of the mark, or one behind it, was purged.
 */
export function assertNotPurged({ oldest }: EventLogState, { sequence, digest }: EventMark): void {
  const first = digest === '' ? sequence + 1 : sequence
  if (first < oldest)
    throw new AppError(
      'CursorTooOldException',
      'The event of the cursor was deleted for its age, and maybe others behind it. Read the names again, then continue ' +
        'without a cursor.',
    )
}

/** As the log has it: the cursor of an earlier version gets a digest. */
export function markInLog({ marks }: EventLogState, mark: EventMark): EventMark {
  return marks.get(mark.sequence) ?? mark
}

/** `undefined`: nothing matches behind the position that the page was read from. */
export function endOfPage({ events, stoppedAt }: PageOf<StoredEvent>): EventMark | undefined {
  const last = events.at(-1)
  return stoppedAt ?? (last && markOf(last))
}
