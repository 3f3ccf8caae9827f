import { AppError, type ErrorName } from '../../errors.ts'
import type { EventType } from '../../model/event.ts'
import { type EventFilter, readEventBounds, sequenceEvents } from '../../store/entities/event-log.ts'
import { assertDomainAccess, isAdminKey, requireCallerApiKey } from '../auth/assert-domain-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { normalizedOnChain } from './normalized-on-chain.ts'

export interface EventQuery {
  readonly caller: Caller
  /** Of `domain` and `name`. */
  readonly chainId: number
  readonly types?: readonly EventType[] | undefined
  readonly domain?: string | undefined
  readonly name?: string | undefined
}

/** The events that the query selects and the caller may read. */
export async function readableEvents(context: CoreContext, query: EventQuery): Promise<EventFilter> {
  const { caller, chainId, types, domain, name } = query
  return {
    ...(types && { types }),
    ...eventsOfKey(caller),
    ...(name !== undefined && { name: normalizedOnChain(name, chainId) }),
    ...(domain !== undefined && { domainIds: [await domainIdOf(context, query, domain)] }),
  }
}

/** An admin key reads all. A key that is limited to some domains reads only theirs. */
export function eventsOfKey(caller: Caller): EventFilter {
  const key = requireCallerApiKey(caller)
  if (isAdminKey(key)) return {}
  const { workspaceId, domainIds } = key
  return { workspaceId, ...(domainIds && { domainIds }) }
}

async function domainIdOf(
  context: CoreContext,
  { caller, chainId }: EventQuery,
  name: string,
): Promise<string> {
  const domain = await requireDomain(context, chainId, name, { includeDeleted: true })
  assertDomainAccess(caller, domain)
  return domain.id
}

/**
 * Checks a cursor, and returns the sequence number to read after. Without a cursor it is that of `start`.
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
      `The newest event is ${newest}, before the cursor ${cursor}.`,
    )
  if (cursor < oldest - 1)
    throw new AppError(
      'CursorTooOldException',
      `Events up to ${oldest - 1} were deleted. Read the names again, then continue without a cursor.`,
    )
  return cursor
}

startOf.errors = ['CursorInFutureException', 'CursorTooOldException'] as const satisfies readonly ErrorName[]

readableEvents.errors = [
  ...requireCallerApiKey.errors,
  ...requireDomain.errors,
  ...assertDomainAccess.errors,
] as const satisfies readonly ErrorName[]
