import { type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from '../../model/event.ts'
import type { Queryable } from '../tables.ts'
import { encodeChanges, toEvent } from './event-row.ts'

/**
 * Sequence number of the last event before that time (milliseconds since 1970) among the next ones. Times follow the
 * numbers but for the clocks of processes, so that no more are read.
 */
export async function findLastBefore(
  db: Queryable,
  { before, after, limit }: { readonly before: number; readonly after: number; readonly limit: number },
): Promise<number | undefined> {
  const next = db
    .selectFrom('eventLog')
    .select(['sequence', 'createdAt'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
  const row = await db
    .selectFrom(next.as('next'))
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('createdAt', '<', before)
    .executeTakeFirst()
  return row?.last ?? undefined
}

interface KeptValues {
  /** Of each name or domain, the newest events whose values stay. */
  readonly keptEvents: number
  /** Bytes of the changes of these. */
  readonly keptBytes: number
}

/** Sequence numbers: behind `after`, up to and including `until`. */
interface SequenceRange {
  readonly after: number
  readonly until: number
}

export type EventsToCompact = Pick<StoredEvent, 'chainId' | 'name'> & SequenceRange

/**
 * Of each name with an event in the range, the events whose values became too old by the events of the range. A
 * name's events are read no further than its newest ones go, however many it has.
 */
export async function findEventsToCompact(
  db: Queryable,
  { after, until }: SequenceRange,
  kept: KeptValues,
): Promise<readonly EventsToCompact[]> {
  const names = db
    .selectFrom('eventLog')
    .select(['name', 'chainId'])
    .select(({ fn }) => [fn.min('sequence').as('first'), fn.max('sequence').as('last')])
    .where('sequence', '>', after)
    .where('sequence', '<=', until)
    .where('name', 'is not', null)
    .groupBy(['name', 'chainId'])
  const rows = await db
    .selectFrom(names.as('names'))
    .select(['name', 'chainId'])
    .select(newestNotKept(kept, sql`names.last`).as('until'))
    .select(newestNotKept(kept, sql`names.first - 1`).as('after'))
    .execute()
  return rows.flatMap(({ until, after, ...row }) =>
    until === null ? [] : { ...row, until, after: after ?? 0 },
  )
}

/** Sequence number of the newest event of `names` that is not kept as of event `asOf`; null if all are. */
function newestNotKept({ keptEvents, keptBytes }: KeptValues, asOf: RawBuilder<unknown>) {
  return sql<number | null>`(
    select max(sequence) from (
      select sequence,
        row_number() over (order by sequence desc) as position,
        sum(size) over (order by sequence desc) as total
      from (
        select sequence, octet_length(changes) as size from event_log
        where name = names.name and chain_id = names.chain_id and sequence <= ${asOf}
        order by sequence desc limit ${sql.lit(keptEvents + 1)}
      ) as newest
    ) as ranked
    where position > ${sql.lit(keptEvents)} or total > ${sql.lit(keptBytes)}
  )`
}

/** Those with more than `minBytes` of changes that are not compacted, the oldest first. */
export async function pageOfEventsToCompact(
  db: Queryable,
  { chainId, name, after, until }: EventsToCompact,
  { minBytes, limit }: { readonly minBytes: number; readonly limit: number },
): Promise<readonly StoredEvent[]> {
  const rows = await db
    .selectFrom('eventLog')
    .selectAll()
    .where('name', '=', name)
    .where('chainId', '=', chainId)
    .where('sequence', '>', after)
    .where('sequence', '<=', until)
    .where(sql<number>`octet_length(changes)`, '>', minBytes)
    // Unescaped quotes: not within a text.
    .where('changes', 'not like', '%{"sha256":"%')
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** Replaces the changes, unless an erasure has emptied them. */
export async function replaceChanges(
  db: Queryable,
  { sequence, changes }: Pick<StoredEvent, 'sequence' | 'changes'>,
): Promise<void> {
  await db
    .updateTable('eventLog')
    .set({ changes: encodeChanges(changes) })
    .where('sequence', '=', sequence)
    .where('changes', '<>', '[]')
    .execute()
}
