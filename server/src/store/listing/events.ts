import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Actor, ActorFilter, EventType, StoredEvent } from '../../model/event.ts'
import { bytesToUuid, uuidToBytes } from '../driver/columns.ts'
import { type IndexRange, wideKeyBounds } from '../driver/index-range.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { type EventMark, markedColumns, markOfRow } from '../entities/event-marks.ts'
import { encodeActor, toEvent } from '../entities/event-row.ts'
import { readEventBounds } from '../entities/events.ts'
import type { Queryable, Tables } from '../tables.ts'

export interface EventFilter {
  /** Absent: all. */
  readonly types?: readonly EventType[] | undefined
  readonly workspaceId?: string | undefined
  readonly domainIds?: readonly string[] | undefined
  readonly name?: { readonly chainId: number; readonly name: string } | undefined
  /** The last sequence number. */
  readonly until?: number | undefined
  readonly actor?: ActorFilter | undefined
  /** The first sequence number. */
  readonly from?: number | undefined
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number | undefined
  /** Milliseconds since 1970, exclusive. */
  readonly before?: number | undefined
}

export type EventOrder = 'oldest' | 'newest'

interface EventPageQuery {
  readonly filter: EventFilter
  /** A sequence number, exclusive: with the newest first, the events before that number. */
  readonly after: number
  readonly limit: number
  readonly order: EventOrder
}

export interface PageOf<Item> {
  readonly events: readonly Item[]
  /** The sequence number to read on after. */
  readonly end: number
  /** What is there, where the page has another last event or none: what was read behind that did not match. */
  readonly stoppedAt?: EventMark | undefined
  /** Whether others may match behind it: more than `limit`, than fits, or than a page reads. */
  readonly hasMore: boolean
}

/** Bytes of changes in a page; the first event is always included. */
const maxPageBytes = 4_194_304

/** Stops when the page is full, or when many events did not match. */
export async function pageOfEvents(db: Queryable, query: EventPageQuery): Promise<PageOf<StoredEvent>> {
  const { limit, order } = query
  const direction = sql.raw(directionOf(order))
  const read = await readMatching(db, query, async (range) => {
    const matching = selectMatching<EventLogRow>(db, query, range, sql`*`)
    const sized = db
      .selectFrom(matching.as('matching'))
      .selectAll()
      .select([
        sql<number>`sum(octet_length(changes)) over (order by sequence ${direction})`.as('bytesSoFar'),
        sql<number>`octet_length(changes)`.as('bytes'),
      ])
    return db
      .selectFrom(sized.as('sized'))
      .selectAll()
      .where(sql<boolean>`bytes_so_far - bytes <= ${maxPageBytes}`)
      .orderBy('sequence', directionOf(order))
      .execute()
  })
  const { rows } = read
  const isCut = Number(rows.at(-1)?.bytesSoFar ?? 0) > maxPageBytes
  const events = rows.slice(0, limit).map(({ bytesSoFar: _, bytes: __, ...row }) => toEvent(row))
  return toPage(query, events, read, rows.length > limit || isCut)
}

/** An event without its changes. */
export type EventHead = Pick<
  StoredEvent,
  'sequence' | 'type' | 'chainId' | 'name' | 'domainId' | 'workspaceId'
>

/** As `pageOfEvents`. */
export async function pageOfEventHeads(db: Queryable, query: EventPageQuery): Promise<PageOf<EventHead>> {
  const { limit, order } = query
  const columns = sql`sequence, type, chain_id, name, domain_id, workspace_id`
  const read = await readMatching(db, query, async (range) => {
    const matching = selectMatching<Pick<EventLogRow, keyof EventHead>>(db, query, range, columns)
    return db
      .selectFrom(matching.as('matching'))
      .selectAll()
      .orderBy('sequence', directionOf(order))
      .execute()
  })
  const events = read.rows.slice(0, limit).map(({ domainId, workspaceId, ...row }) => ({
    ...row,
    domainId: domainId && bytesToUuid(domainId),
    workspaceId: workspaceId && bytesToUuid(workspaceId),
  }))
  return toPage(query, events, read, read.rows.length > limit)
}

type EventLogRow = Selectable<Tables['eventLog']>

function directionOf(order: EventOrder): 'asc' | 'desc' {
  return order === 'oldest' ? 'asc' : 'desc'
}

function toPage<Item extends Pick<StoredEvent, 'sequence'>>(
  { after }: EventPageQuery,
  events: readonly Item[],
  { end }: Matching<unknown>,
  isFull: boolean,
): PageOf<Item> {
  const last = events.at(-1)?.sequence ?? after
  const stoppedAt = isFull ? undefined : end
  return { events, end: stoppedAt?.sequence ?? last, stoppedAt, hasMore: isFull || end !== undefined }
}

interface ReadRange {
  /** Inclusive; absent: to the last event. */
  readonly end?: number | undefined
  /** Of each range of an index. */
  readonly maxRows: number
}

interface Matching<Row> {
  readonly rows: readonly Row[]
  /** Where reading stopped before the page was full; absent: at the last event. */
  readonly end: EventMark | undefined
}

/** Usually fills a page. */
const firstRows = 1000

/** Events that one page reads of a range for those that match. */
const maxRows = 20_000

async function readMatching<Row>(
  db: Queryable,
  query: EventPageQuery,
  run: (range: ReadRange) => Promise<readonly Row[]>,
): Promise<Matching<Row>> {
  const { limit } = query
  const { ranges, condition } = accessOf(query.filter)
  if (condition === undefined) return { rows: await run({ maxRows: limit + 1 }), end: undefined }
  const first = await run({ maxRows: Math.max(firstRows, limit + 1) })
  if (first.length > limit || (await countLeft(db, query)) <= firstRows)
    return { rows: first, end: undefined }
  // A value, because events that are purged between two statements would move it.
  const end = await endOfRows(db, query, ranges)
  const rows = await run({ end: end?.sequence, maxRows })
  return { rows, end: rows.length > limit ? undefined : end }
}

/** Sequence numbers have no gaps: at most so many events are behind the position. */
async function countLeft(
  db: Queryable,
  { filter: { from = 0, until }, after, order }: EventPageQuery,
): Promise<number> {
  const { oldest, newest } = await readEventBounds(db)
  const last = Math.min(until ?? newest, newest)
  const first = Math.max(from, oldest)
  return order === 'oldest' ? last - Math.max(after, first - 1) : Math.min(after - 1, last) - first + 1
}

/** The first in the order of the last events that may be read of each range; absent: all of them may. */
async function endOfRows(
  db: Queryable,
  query: EventPageQuery,
  ranges: readonly EventRange[],
): Promise<EventMark | undefined> {
  const { scanRows } = dialectOf(db)
  const ends: EventMark[] = []
  for (const range of ranges) {
    const { condition, order } = scanOf(db, query, range)
    const end = sql<number>`(
      select sequence from event_log where ${condition} and ${range.applies} order by ${order} limit 1 offset ${scanRows(maxRows - 1)}
    )`
    const rows = await db
      .selectFrom('eventLog as last')
      .select(markedColumns)
      .where('last.sequence', '=', end)
      .execute()
    ends.push(...rows.map(markOfRow))
  }
  const inOrder = ends.toSorted((one, other) => one.sequence - other.sequence)
  return query.order === 'oldest' ? inOrder[0] : inOrder.at(-1)
}

/** Up to one more than fit, in the order. */
function selectMatching<Row>(
  db: Queryable,
  query: EventPageQuery,
  { end, maxRows }: ReadRange,
  columns: RawBuilder<unknown>,
): RawBuilder<Row> {
  const { filterInOrder, mergeOrdered, scanRows } = dialectOf(db)
  const { ranges, condition = sql`true` } = accessOf(query.filter)
  const selects = ranges.map((range) => {
    const scan = scanOf(db, query, range, end)
    const filtered = filterInOrder({
      table: sql`event_log`,
      range: sql`${scan.condition} and ${range.applies}`,
      order: scan.order,
      condition,
      maxRows,
    })
    return { select: sql`select ${columns} from ${filtered}`, order: scan.order }
  })
  const limit = scanRows(query.limit + 1)
  return sql`(${mergeOrdered(selects, limit)} order by sequence ${sql.raw(directionOf(query.order))} limit ${limit})`
}

const sequence = sql`sequence`

function scanOf(
  db: Queryable,
  { filter: { from, until }, after, order }: EventPageQuery,
  { first }: EventRange,
  end?: number,
) {
  const isAscending = order === 'oldest'
  // The limit on the other side comes before the first event.
  const begin = isAscending
    ? Math.max(after, from === undefined ? after : from - 1)
    : Math.min(after, until === undefined ? after : until + 1)
  const ends = [isAscending ? until : from, end].filter((each) => each !== undefined)
  const last = isAscending ? Math.min(...ends) : Math.max(...ends)
  return dialectOf(db).scanIndex({
    ...{ first, next: sequence, direction: directionOf(order), bounds: wideKeyBounds },
    after: sql`${begin}`,
    end: ends.length === 0 ? undefined : sql`${last}`,
  })
}

interface EventRange extends Pick<IndexRange, 'first'> {
  /** Of a partial index. */
  readonly applies: RawBuilder<SqlBool>
}

interface EventAccess {
  /** Of one index; no event is in two. */
  readonly ranges: readonly EventRange[]
  /** What the ranges leave to check; absent: nothing. */
  readonly condition?: RawBuilder<SqlBool> | undefined
}

/** Nearly all events have these types. The index of types leaves them out, by this very condition. */
const frequentTypes: readonly EventType[] = ['subname.issued', 'subname.reserved', 'subname.changed']
const isRare = sql<SqlBool>`type not in (${sql.join(frequentTypes.map((type) => sql.lit(type)))})`

const whole = sql<SqlBool>`true`

function accessOf(filter: EventFilter): EventAccess {
  const { name, types, domainIds, workspaceId } = filter
  const ofWorkspace = workspaceId === undefined ? [] : [equal(sql`workspace_id`, uuidToBytes(workspaceId))]
  if (name)
    return {
      ranges: [{ first: [equal(sql`name`, name.name), equal(sql`chain_id`, name.chainId)], applies: whole }],
      condition: conditionOf({ ...filter, name: undefined }),
    }
  if (types?.every((type) => !frequentTypes.includes(type)))
    return {
      ranges: [...new Set(types)].map((type) => ({
        first: [[sql`type`, sql.lit(type)]],
        applies: isRare,
      })),
      condition: conditionOf({ ...filter, types: undefined }),
    }
  if (domainIds)
    return {
      ranges: [...new Set(domainIds)].map((id) => ({
        first: [equal(sql`domain_id`, uuidToBytes(id))],
        applies: whole,
      })),
      condition: conditionOf({ ...filter, domainIds: undefined }),
    }
  return {
    ranges: [{ first: ofWorkspace, applies: whole }],
    condition: conditionOf({ ...filter, workspaceId: undefined }),
  }
}

function equal(column: RawBuilder<unknown>, value: unknown): IndexRange['first'][number] {
  return [column, sql`${value}`]
}

/** Without an index. */
function conditionOf(filter: EventFilter): RawBuilder<SqlBool> | undefined {
  const { types, workspaceId, domainIds, actor, since, before } = filter
  const conditions = [
    ...(types ? [sql`type in (${sql.join(types)})`] : []),
    ...(workspaceId === undefined ? [] : [sql`workspace_id = ${uuidToBytes(workspaceId)}`]),
    ...(domainIds ? [sql`domain_id in (${sql.join(domainIds.map(uuidToBytes))})`] : []),
    ...(actor ? [causedBy(actor)] : []),
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
    ...(before === undefined ? [] : [sql`created_at < ${before}`]),
  ]
  return conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

function causedBy(actor: ActorFilter): RawBuilder<SqlBool> {
  if ('type' in actor) return sql`(actor = ${actor.type} or actor like ${`${actor.type} %`})`
  const actors: readonly Actor[] =
    'address' in actor
      ? [
          { type: 'wallet', address: actor.address },
          { type: 'member', address: actor.address },
        ]
      : [
          { type: 'key', keyId: actor.keyId },
          { type: 'administrator', keyId: actor.keyId },
        ]
  return sql`actor in (${sql.join(actors.map(encodeActor))})`
}
