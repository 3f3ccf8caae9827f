import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { ActorFilter, EventType } from '../../model/event.ts'
import { type EventMark, logStart, readEventLogState } from '../../store/entities/event-marks.ts'
import { findTransferTime, sequenceEvents } from '../../store/entities/events.ts'
import { findEventRange } from '../../store/listing/event-times.ts'
import { type EventFilter, type EventOrder, pageOfEvents } from '../../store/listing/events.ts'
import type { Queryable } from '../../store/tables.ts'
import {
  assertDomainAccess,
  assertPermissionInWorkspace,
  domainLimitOf,
  isAdministrator,
  workspaceOf,
} from '../auth/access.ts'
import { onlyAllowedSites, verifySignedMessage } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import type { CursorPage, CursorRequest } from '../page.ts'
import { assertCanSignFor, requireSubname } from '../subnames/rules.ts'
import { openEventCursor, type ReadableEvent, sealEventMark, toReadableEvent } from './event-cursor.ts'
import { assertInLog, assertNotPurged, endOfPage, markInLog } from './log-position.ts'

interface NameHistory extends Omit<EventPosition, 'until'> {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
}

/** For a key or session, its events of the name; for a holder, all since the name was issued or transferred to them. */
export async function readNameHistory(
  context: CoreContext,
  { caller, chainId, name, ...position }: NameHistory,
): Promise<EventPage> {
  const filter =
    caller.apiKey || caller.session
      ? await eventsOfName(context, caller, chainId, name)
      : await eventsOfHolder(context, caller, chainId, name)
  return readEventPage(context, filter, position)
}

async function eventsOfName(
  context: CoreContext,
  caller: Caller,
  chainId: ChainId,
  name: EnsName,
): Promise<EventFilter> {
  const onChain = { chainId, name }
  if (!caller.session) return { ...eventsOfCaller(caller), name: onChain }
  const domain = await requireDomain(context, chainId, splitName(name).domain, { includeDeleted: true })
  return { ...eventsOfCaller(caller, domain.workspaceId), name: onChain }
}

async function eventsOfHolder(
  context: CoreContext,
  caller: Caller,
  chainId: ChainId,
  name: EnsName,
): Promise<EventFilter> {
  const { domain: audience } = await requireSubname(context, chainId, name)
  assertNotBlocked(audience)
  const signer = await verifySignedMessage(context, caller, { chainId, ...onlyAllowedSites(audience) })
  // Verifying takes time.
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertNotBlocked(domain)
  assertCanSignFor(subname, signer)
  const transferredAt = (await findTransferTime(context.store.db, subname)) ?? 0
  return { name: subname, since: Math.max(subname.createdAt, transferredAt) }
}

export interface EventPage extends CursorPage<ReadableEvent> {
  /** No further event matches yet. */
  readonly isCaughtUp: boolean
}

/** `after`: of an event, or of a page in either order; absent: at the first in the order. */
interface EventPosition extends CursorRequest {
  /** Which come first. */
  readonly order: EventOrder
  /** The cursor of the last event in the order of the log; absent: the newest. */
  readonly until?: string | undefined
}

/** Milliseconds since 1970. */
interface EventTimes {
  /** Inclusive; absent: from the oldest. */
  readonly from?: number | undefined
  /** Exclusive; absent: to the newest. */
  readonly to?: number | undefined
}

export async function listReadableEvents(
  context: CoreContext,
  { after, until, limit, order, from: since, to: before, ...query }: EventQuery & EventPosition & EventTimes,
): Promise<EventPage> {
  const filter = { ...(await readableEvents(context, query)), since, before }
  const range = await findEventRange(context.store.db, filter)
  return readEventPage(context, { ...filter, ...range }, { after, until, limit, order })
}

/** The oldest first, there is always a next page: later events are on it. */
async function readEventPage(
  context: CoreContext,
  filter: EventFilter,
  { limit, order, ...cursors }: EventPosition,
): Promise<EventPage> {
  const { store } = context
  const after = openEventCursor(context, 'after', cursors.after)
  const until = openEventCursor(context, 'until', cursors.until)
  await sequenceEvents(store)
  const ends = [filter.until, until?.sequence].filter((each) => each !== undefined)
  const within = { ...filter, until: ends.length === 0 ? undefined : Math.min(...ends) }
  const start = after ? { after, end: after } : await startWithoutCursor(store.db, order, within.until)
  const query = { filter: within, after: start.after.sequence, limit, order }
  const page = await pageOfEvents(store.db, query)
  const confirmed = await confirmCursors(store.db, { after, until }, order)
  const end = endOfPage(page) ?? confirmed ?? start.end
  return {
    items: page.events.map((event) => toReadableEvent(context, event)),
    next: page.hasMore || order === 'oldest' ? sealEventMark(context, end) : null,
    isCaughtUp: !page.hasMore,
  }
}

interface Start {
  readonly after: EventMark
  /** Where a page without an event ends. */
  readonly end: EventMark
}

async function startWithoutCursor(db: Queryable, order: EventOrder, until = Infinity): Promise<Start> {
  if (order === 'newest') return { after: afterNewest, end: logStart }
  const { oldest, newest } = await readEventLogState(db)
  const after = { sequence: Math.max(0, oldest - 1), digest: '' }
  return { after, end: newest.sequence <= until ? newest : after }
}

const afterNewest: EventMark = { sequence: Number.MAX_SAFE_INTEGER, digest: '' }

interface OpenedCursors {
  readonly after: EventMark | undefined
  readonly until: EventMark | undefined
}

/**
 * Once the events are read. Returns `after` as the log has it.
 *
 * @throws AppError `CursorInFutureException`, `CursorTooOldException`.
 */
async function confirmCursors(
  db: Queryable,
  { after, until }: OpenedCursors,
  order: EventOrder,
): Promise<EventMark | undefined> {
  const given = [after, until].filter((each) => each !== undefined)
  if (given.length === 0) return undefined
  const state = await readEventLogState(
    db,
    given.map(({ sequence }) => sequence),
  )
  for (const mark of given) assertInLog(state, mark)
  if (after && order === 'oldest') assertNotPurged(state, after)
  return after && markInLog(state, after)
}

export interface EventQuery {
  readonly caller: Caller
  /** Absent: that of the domain, or of the caller. */
  readonly workspaceId?: string | undefined
  /** Of `domain` and `name`. */
  readonly chainId: ChainId
  readonly types?: readonly EventType[] | undefined
  readonly domain?: EnsName | undefined
  readonly name?: EnsName | undefined
  readonly actor?: ActorFilter | undefined
}

/** The events that the query selects and the caller may read. */
export async function readableEvents(context: CoreContext, query: EventQuery): Promise<EventFilter> {
  const { caller, chainId, types, name, actor } = query
  const domain = await domainOf(context, query)
  return {
    ...(types && { types }),
    ...(actor && { actor }),
    ...eventsOfCaller(caller, query.workspaceId ?? (caller.session && domain?.workspaceId)),
    ...(name !== undefined && { name: { chainId, name } }),
    ...(domain && { domainIds: [domain.id] }),
  }
}

/** An administrator reads all. A key that is limited to some domains reads only theirs. */
function eventsOfCaller(caller: Caller, requestedWorkspace?: string): EventFilter {
  if (isAdministrator(caller))
    return requestedWorkspace === undefined ? {} : { workspaceId: requestedWorkspace }
  const workspaceId = workspaceOf(caller, requestedWorkspace)
  assertPermissionInWorkspace(caller, workspaceId, 'read')
  const domainIds = domainLimitOf(caller)
  return { workspaceId, ...(domainIds && { domainIds }) }
}

async function domainOf(
  context: CoreContext,
  { caller, chainId, domain: name }: EventQuery,
): Promise<Domain | undefined> {
  if (name === undefined) return undefined
  const domain = await requireDomain(context, chainId, name, { includeDeleted: true })
  assertDomainAccess(caller, domain)
  return domain
}
