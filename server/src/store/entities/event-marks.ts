import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { EventSummary } from '../../model/event.ts'
import { bytesToUuid } from '../driver/columns.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { EventRow, Queryable } from '../tables.ts'

/** A place in the event log, and what is there: a log that lost its newest events has another one at that number. */
export interface EventMark {
  /** 0: before the first event. */
  readonly sequence: number
  /** Of the event; empty where it is not known, or the log has no event there. */
  readonly digest: string
}

export const logStart: EventMark = { sequence: 0, digest: '' }

/** What an event keeps: an erasure changes its actor, and the compaction its values. */
type MarkedEvent = Omit<EventSummary, 'changed'>

/** 72 bits; 12 characters. */
const digestLength = 12

/** Two events share a mark only with the same number, millisecond, subject and request. */
export function markOf(event: MarkedEvent): EventMark {
  const { sequence, type, createdAt, chainId, name, domainId, workspaceId, requestId } = event
  const text = JSON.stringify([type, createdAt, chainId, name, domainId, workspaceId, requestId])
  return { sequence, digest: hash('sha256', text, 'base64url').slice(0, digestLength) }
}

export const markedColumns = [
  'sequence',
  'type',
  'createdAt',
  'chainId',
  'name',
  'domainId',
  'workspaceId',
  'requestId',
] as const

type MarkedRow = Pick<EventRow, Exclude<(typeof markedColumns)[number], 'sequence'>> & {
  readonly sequence: number
}

export function markOfRow({ domainId, workspaceId, ...row }: MarkedRow): EventMark {
  return markOf({
    ...row,
    domainId: domainId && bytesToUuid(domainId),
    workspaceId: workspaceId && bytesToUuid(workspaceId),
  })
}

/** Absent: the number is not in the log. */
export async function findEventMark(db: Queryable, sequence: number): Promise<EventMark | undefined> {
  const row = await db
    .selectFrom('eventLog')
    .select(markedColumns)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row && markOfRow(row)
}

export interface EventLogState {
  /** Sequence number of the oldest event; 0 without any. */
  readonly oldest: number
  /** `logStart` without any. */
  readonly newest: EventMark
  /** Of the numbers asked for, those in the log. */
  readonly marks: ReadonlyMap<number, EventMark>
}

const endsAndTwo = compiled((db, { first, second }: Params<{ first: number; second: number }>) =>
  db
    .selectFrom('eventLog')
    .select(markedColumns)
    .where('sequence', 'in', [
      first,
      second,
      sql<number>`(select min(sequence) from event_log)`,
      sql<number>`(select max(sequence) from event_log)`,
    ]),
)

/** The ends of the log and what is at up to two numbers, in one statement. */
export async function readEventLogState(
  db: Queryable,
  [first = 0, second = 0]: readonly number[] = [],
): Promise<EventLogState> {
  const { rows } = await endsAndTwo(db, { first, second })
  const all = rows.map(markOfRow).toSorted((one, other) => one.sequence - other.sequence)
  return {
    oldest: all[0]?.sequence ?? 0,
    newest: all.at(-1) ?? logStart,
    marks: new Map(all.map((mark) => [mark.sequence, mark])),
  }
}
