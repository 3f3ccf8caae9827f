import { type ExpressionBuilder, sql } from 'kysely'
import type { EventSummary, EventType, NewEvent, StoredEvent } from '../../model/event.ts'
import { bulkColumns, columnNames } from '../columns.ts'
import { bytesToUuid, uuidToBytes } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, insertRows } from '../driver/statements.ts'
import type { Queryable, StoreTransaction, Tables, TurnStore } from '../tables.ts'
import { toEvent, toEventRow, toEventSummary } from './event-row.ts'
import { imageNamesIn, touchImages } from './images.ts'

/** In the transaction of the change. */
export async function appendEvents(tx: StoreTransaction, ...events: readonly NewEvent[]): Promise<void> {
  await useNamedImages(tx, events)
  // Numbered in the order of the events.
  await insertRows(tx, dialectOf(tx).eventTable, events.map(toEventRow))
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

export interface EventFilter {
  /** Absent: all. */
  readonly types?: readonly EventType[] | undefined
  readonly workspaceId?: string | undefined
  readonly domainIds?: readonly string[] | undefined
  readonly name?: { readonly chainId: number; readonly name: string } | undefined
  /** The last sequence number. */
  readonly until?: number | undefined
  /** Milliseconds since 1970. */
  readonly since?: number | undefined
}

interface EventPageQuery {
  readonly filter: EventFilter
  /** A sequence number. */
  readonly after: number
  readonly limit: number
}

export type EventOrder = 'oldest' | 'newest'

/** `after` in the order: with the newest first, the events before that number. */
interface OrderedEventPageQuery extends EventPageQuery {
  readonly order: EventOrder
}

/** Bytes of changes in a page; the first event is always included. */
const maxPageBytes = 4_194_304

interface StoredEventPage {
  readonly events: readonly StoredEvent[]
  /** Whether others may match behind them: more than `limit`, or than fits. */
  readonly hasMore: boolean
}

/** Stops when the page is full. */
export async function pageOfEvents(
  db: Queryable,
  { filter, after, limit, order }: OrderedEventPageQuery,
): Promise<StoredEventPage> {
  const [comparison, direction] = order === 'oldest' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const matching = db
    .selectFrom('eventLog')
    .selectAll()
    .select([
      sql<number>`sum(octet_length(changes)) over (order by sequence ${sql.raw(direction)})`.as('bytesSoFar'),
      sql<number>`octet_length(changes)`.as('bytes'),
    ])
    .where(matches(filter))
    .where('sequence', comparison, after)
    .orderBy('sequence', direction)
    .limit(limit + 1)
  const rows = await db
    .selectFrom(matching.as('events'))
    .selectAll()
    .where(sql<boolean>`bytes_so_far - bytes <= ${maxPageBytes}`)
    .orderBy('sequence', direction)
    .execute()
  const hasMore = rows.length > limit || Number(rows.at(-1)?.bytesSoFar ?? 0) > maxPageBytes
  return { events: rows.slice(0, limit).map(({ bytesSoFar: _, bytes: __, ...row }) => toEvent(row)), hasMore }
}

export async function listEvents(
  db: Queryable,
  query: OrderedEventPageQuery,
): Promise<readonly StoredEvent[]> {
  return (await pageOfEvents(db, query)).events
}

/** An event without its changes. */
export type EventHead = Pick<
  StoredEvent,
  'sequence' | 'type' | 'chainId' | 'name' | 'domainId' | 'workspaceId'
>

/** In order. */
export async function listEventHeads(
  db: Queryable,
  { filter, after, limit }: EventPageQuery,
): Promise<readonly EventHead[]> {
  const rows = await db
    .selectFrom('eventLog')
    .select(['sequence', 'type', 'chainId', 'name', 'domainId', 'workspaceId'])
    .where(matches(filter))
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(({ domainId, workspaceId, ...row }) => ({
    ...row,
    domainId: domainId && bytesToUuid(domainId),
    workspaceId: workspaceId && bytesToUuid(workspaceId),
  }))
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

function matches({ types, workspaceId, domainIds, name, until, since }: EventFilter) {
  return (eb: ExpressionBuilder<Tables, 'eventLog'>) =>
    eb.and([
      ...(types ? [eb('type', 'in', types)] : []),
      ...(workspaceId === undefined ? [] : [eb('workspaceId', '=', uuidToBytes(workspaceId))]),
      ...(domainIds ? [eb('domainId', 'in', domainIds.map(uuidToBytes))] : []),
      ...(until === undefined ? [] : [eb('sequence', '<=', until)]),
      ...(since === undefined ? [] : [eb('createdAt', '>=', since)]),
      ...(name ? [eb('name', '=', name.name), eb('chainId', '=', name.chainId)] : []),
    ])
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
 * 1970). The newest stays: numbers continue from it.
 */
export async function purgeEvents(db: Queryable, time: number, limit: number): Promise<number> {
  const oldest = await db
    .selectFrom('eventLog')
    .select(['sequence', 'createdAt'])
    .orderBy('sequence')
    .limit(limit + 1)
    .execute()
  const kept = oldest.find(({ createdAt }) => createdAt >= time) ?? oldest.at(-1)
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
