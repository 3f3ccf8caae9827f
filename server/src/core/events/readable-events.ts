import { normalizeName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { EventType } from '../../model/event.ts'
import { type EventFilter, readEventBounds, sequenceEvents } from '../../store/entities/event-log.ts'
import {
  assertDomainAccess,
  assertPermissionInWorkspace,
  domainLimitOf,
  isAdministrator,
  workspaceOf,
} from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

export interface EventQuery {
  readonly caller: Caller
  /** Absent: that of the domain, or of the caller. */
  readonly workspaceId?: string | undefined
  /** Of `domain` and `name`. */
  readonly chainId: number
  readonly types?: readonly EventType[] | undefined
  readonly domain?: string | undefined
  readonly name?: string | undefined
}

/** The events that the query selects and the caller may read. */
export async function readableEvents(context: CoreContext, query: EventQuery): Promise<EventFilter> {
  const { caller, chainId, types, name } = query
  const domain = await domainOf(context, query)
  return {
    ...(types && { types }),
    ...eventsOfCaller(caller, query.workspaceId ?? (caller.session && domain?.workspaceId)),
    ...(name !== undefined && { name: normalizedOnChain(name, chainId) }),
    ...(domain && { domainIds: [domain.id] }),
  }
}

/** @throws AppError `UnsupportedChainException`, `InvalidNameException`. */
export function normalizedOnChain(name: string, chainId: number): { chainId: number; name: string } {
  return { chainId: requireSupportedChain(chainId), name: normalizeName(name) }
}

/** An administrator reads all. A key that is limited to some domains reads only theirs. */
export function eventsOfCaller(caller: Caller, requestedWorkspace?: string): EventFilter {
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
