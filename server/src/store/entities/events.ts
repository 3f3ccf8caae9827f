import { sql } from 'kysely'
import type { EventSummary, NewEvent } from '../../model/event.ts'
import { bulkColumns, columnNames } from '../columns.ts'
import { uuidToBytes } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, insertRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction, TurnStore } from '../tables.ts'
import { toEventRows, toEventSummary } from './event-row.ts'
import { imageNamesIn, touchImages } from './images.ts'

/** In the transaction of the change. */
export async function appendEvents(tx: StoreTransaction, ...events: readonly NewEvent[]): Promise<void> {
  await useNamedImages(tx, events)
  // Numbered in the order of the events.
  await insertRows(tx, dialectOf(tx).eventTable, toEventRows(events))
}

/** A record that is written names them: they are not deleted as unused. */
async function useNamedImages(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    const names = imagesNamedBy(event)
    if (names.length > 0) await touchImages(tx, names, event.createdAt)
  }
}

export function imagesNamedBy({ changes }: NewEvent): readonly string[] {
  return changes.flatMap(({ after }) => (typeof after === 'string' ? imageNamesIn(after) : []))
}

interface EventStore extends TurnStore {
  readonly db: Queryable
}

/** Advisory lock number, "events" in ASCII. */
const sequenceLockId = 0x6576656e7473

/**
 * Numbers pending events. Every reader of the log calls it first. The lock is held until the numbers are visible, so
 * no reader sees one before a smaller one. Lookups read no events, so the data version stays.
 */
export async function sequenceEvents({ db, inTurn }: EventStore): Promise<void> {
  while (await hasPendingEvents(db))
    await inTurn('events').plainTransaction(async (tx) => {
      const { acquireLock, movePendingEvents } = dialectOf(tx)
      await acquireLock(tx, sequenceLockId)
      await movePendingEvents(tx)
    })
}

const pendingEvents = compiled((db, _values: object) =>
  db.selectFrom('pendingEvents').select('key').limit(sql.lit(1)),
)

async function hasPendingEvents(db: Queryable): Promise<boolean> {
  return (await pendingEvents(db, {})).rows.length > 0
}

const { actor: _actor, changes: _changes, ...summaryColumnTypes } = bulkColumns.eventLog
const summaryColumns = columnNames(summaryColumnTypes)

/** By sequence number; those that were purged are left out. */
export async function findEventSummaries(
  db: Queryable,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, EventSummary>> {
  if (sequences.length === 0) return new Map()
  const rows = await db
    .selectFrom('eventLog')
    .select(['sequence', ...summaryColumns])
    .select(dialectOf(db).changedFields(sql.ref('changes')).as('changed'))
    .where('sequence', 'in', sequences)
    .execute()
  return new Map(rows.map((row) => [row.sequence, toEventSummary(row)]))
}

/** Sequence numbers of the oldest and newest event; 0 without any. */
interface EventBounds {
  readonly oldest: number
  readonly newest: number
}

const minAndMax = compiled((db, _values: object) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('eventLog')
      .select(({ fn }) => fn.min('sequence').as('value'))
      .as('oldest'),
    eb
      .selectFrom('eventLog')
      .select(({ fn }) => fn.max('sequence').as('value'))
      .as('newest'),
  ]),
)

export async function readEventBounds(db: Queryable): Promise<EventBounds> {
  const [row] = (await minAndMax(db, {})).rows
  return { oldest: row?.oldest ?? 0, newest: row?.newest ?? 0 }
}

interface EventsSince {
  readonly domainId: string
  /** A sequence number. */
  readonly after: number
  /** At most so many are counted. */
  readonly count: number
}

/** How many later events a domain has. */
export async function countEventsSince(
  db: Queryable,
  { domainId, after, count }: EventsSince,
): Promise<number> {
  const later = db
    .selectFrom('eventLog')
    .select('sequence')
    .where('domainId', '=', uuidToBytes(domainId))
    .where('sequence', '>', after)
    .limit(count)
    .as('later')
  const { total } = await db
    .selectFrom(later)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Empties the changes, and the addresses of wallets; returns the number of events. */
export async function eraseEvents(
  tx: StoreTransaction,
  { chainId, name }: { readonly chainId: number; readonly name: string },
): Promise<number> {
  let erased = 0
  for (const table of ['eventLog', 'pendingEvents'] as const) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({
        changes: '[]',
        actor: sql<string>`case when actor like 'wallet %' then 'wallet' else actor end`,
      })
      .where('name', '=', name)
      .where('chainId', '=', chainId)
      .executeTakeFirst()
    erased += Number(numUpdatedRows)
  }
  return erased
}

/**
 * Deletes at most `limit` of the oldest events, up to the first that is not older than `time` (milliseconds since
 * 1970). The one before that stays: the cursor of a reader that goes on with it is compared with its event. The newest stays:
 * numbers continue from it.
 */
export async function purgeEvents(db: Queryable, time: number, limit: number): Promise<number> {
  const oldest = await db
    .selectFrom('eventLog')
    .select(['sequence', 'createdAt'])
    .orderBy('sequence')
    .limit(limit + 2)
    .execute()
  const firstKept = oldest.findIndex(({ createdAt }) => createdAt >= time)
  const kept = oldest.at(firstKept === -1 ? -2 : Math.max(firstKept - 1, 0))
  if (!kept) return 0
  const { numDeletedRows } = await db
    .deleteFrom('eventLog')
    .where('sequence', '<', kept.sequence)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** When the name last got another holder, as far as the log goes back. Milliseconds since 1970. */
export async function findTransferTime(
  db: Queryable,
  { chainId, name }: { readonly chainId: number; readonly name: string },
): Promise<number | undefined> {
  const times = await Promise.all(
    (['eventLog', 'pendingEvents'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.max('createdAt').as('time'))
        .where('name', '=', name)
        .where('chainId', '=', chainId)
        .where('type', '=', 'subname.transferred')
        // An event of that type without a holder changes records only.
        .where('changes', 'like', '[["holder",%')
        .executeTakeFirst(),
    ),
  )
  const known = times.flatMap((row) => row?.time ?? [])
  return known.length > 0 ? Math.max(...known) : undefined
}

/** The last event that the reader has taken; 0 at first. */
export async function readEventCursor(db: Queryable, reader: string): Promise<number> {
  const row = await db
    .selectFrom('eventCursors')
    .select('sequence')
    .where('reader', '=', reader)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** Advisory lock number, "cursor" in ASCII. */
const cursorLockId = 0x637572736f72

/** As `readEventCursor`; other readers wait until the transaction ends. */
export async function lockEventCursor(tx: StoreTransaction, reader: string): Promise<number> {
  await dialectOf(tx).acquireLock(tx, cursorLockId)
  return readEventCursor(tx, reader)
}

export async function saveEventCursor(tx: StoreTransaction, reader: string, sequence: number): Promise<void> {
  await tx
    .insertInto('eventCursors')
    .values({ reader, sequence })
    .onConflict((conflict) => conflict.column('reader').doUpdateSet({ sequence }))
    .execute()
}
