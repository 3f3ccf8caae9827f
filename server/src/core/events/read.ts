import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { ActorFilter, EventType } from '../../model/event.ts'
import { findTransferTime, readEventBounds, sequenceEvents } from '../../store/entities/events.ts'
import { findEventRange } from '../../store/listing/event-times.ts'
import { type EventFilter, type EventOrder, pageOfEvents } from '../../store/listing/events.ts'
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
import { eventCursor, openEventCursor, type ReadableEvent, toReadableEvent } from './event-cursor.ts'

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
  { limit, order, ...position }: EventPosition,
): Promise<EventPage> {
  const given = openEventCursor(context, 'after', position.after)
  const until = openEventCursor(context, 'until', position.until)
  const after = order === 'oldest' ? await startOf(context, given, order) : await newestBefore(context, given)
  const ends = [filter.until, until].filter((each) => each !== undefined)
  const within = { ...filter, until: ends.length === 0 ? undefined : Math.min(...ends) }
  const query = { filter: within, after, limit, order }
  const { events, end, hasMore } = await pageOfEvents(context.store.db, query)
  const hasNext = hasMore || order === 'oldest'
  return {
    items: events.map((event) => toReadableEvent(context, event)),
    next: hasNext ? eventCursor(context, end) : null,
    isCaughtUp: !hasMore,
  }
}

/** Those that are committed are in the log then. */
async function newestBefore({ store }: CoreContext, before: number | undefined): Promise<number> {
  if (before !== undefined) return before
  await sequenceEvents(store)
  return Number.MAX_SAFE_INTEGER
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

/**
 * Checks the sequence number of a cursor, and returns the one to read after. Without a cursor it is that of `start`.
 *
 * @throws AppError `CursorInFutureException`, `CursorTooOldException`.
 */
export async function startOf(
  { store }: CoreContext,
  cursor: number | undefined,
  start: 'oldest' | 'newest',
): Promise<number> {
  await sequenceEvents(store)
  const { oldest, newest } = await readEventBounds(store.db)
  if (cursor === undefined) return start === 'oldest' ? Math.max(0, oldest - 1) : newest
  if (cursor > newest)
    throw new AppError(
      'CursorInFutureException',
      'The cursor is behind the newest event: the database is an earlier copy. Read the names again, then continue without ' +
        'a cursor.',
    )
  if (cursor < oldest - 1)
    throw new AppError(
      'CursorTooOldException',
      'Events behind the cursor were deleted. Read the names again, then continue without a cursor.',
    )
  return cursor
}
