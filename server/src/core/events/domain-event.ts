import { diffRecords } from '../../ens/diff-records.ts'
import { emptyRecords } from '../../ens/records.ts'
import type { Domain } from '../../model/domain.ts'
import type { EventChange, EventType, EventValue, NewEvent } from '../../model/event.ts'
import { type EventContext, newEvent } from './new-event.ts'

interface DomainChange {
  readonly type: EventType
  /** Absent: the domain did not exist. */
  readonly before?: Domain
  /** Absent: it does not exist any more. */
  readonly after?: Domain
}

const fields = {
  workspaceId: (domain) => domain.workspaceId,
  resolverId: (domain) => domain.resolverId,
  isBlocked: (domain) => domain.isBlocked,
  controller: (domain) => domain.controller,
  allowedOrigins: (domain) => domain.allowedOrigins,
  limit: (domain) => domain.userChosenLimit,
  planExpiresAt: (domain) => domain.plan.expiresAt,
  planMaxNames: (domain) => domain.plan.maxNames,
  deletedAt: (domain) => domain.deletedAt,
  'look.accent': ({ look }) => look.accent,
  'look.title': ({ look }) => look.title || null,
  'look.words': ({ look }) => look.words || null,
  'look.links': ({ look }) =>
    look.links.length > 0 ? look.links.map(({ title, url }) => `${title} ${url}`) : null,
} as const satisfies Record<string, (domain: Domain) => EventValue>

/** One for each workspace that may read it: a move has two. None without a change. */
export function domainEvents(
  context: EventContext,
  { type, before, after }: DomainChange,
): readonly NewEvent[] {
  const changes = changesOf(before, after)
  const workspaceIds = new Set([before, after].flatMap((domain) => domain?.workspaceId ?? []))
  const domain = after ?? before
  if (!domain || changes.length === 0) return []
  const { id: domainId, chainId, name } = domain
  return [...workspaceIds].map((workspaceId) =>
    newEvent(context, { type, chainId, name, domainId, workspaceId, changes }),
  )
}

function changesOf(before?: Domain, after?: Domain): readonly EventChange[] {
  const records = diffRecords(before?.records ?? emptyRecords, after?.records ?? emptyRecords)
  return [
    ...Object.entries(fields).flatMap(([field, read]) => fieldChange(field, read, before, after)),
    ...records.map(({ kind, ...record }) => ({ field: kind, ...record })),
  ]
}

function fieldChange(
  field: string,
  read: (domain: Domain) => EventValue,
  before?: Domain,
  after?: Domain,
): readonly EventChange[] {
  const change = { field, key: null, before: before ? read(before) : null, after: after ? read(after) : null }
  return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
}
