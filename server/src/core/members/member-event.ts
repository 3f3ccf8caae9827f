import type { EventType, NewEvent } from '../../model/event.ts'
import type { Member } from '../../model/member.ts'
import { type EventContext, newEvent } from '../events/new-event.ts'

interface MemberChange {
  readonly type: EventType
  readonly before?: Member | undefined
  readonly after?: Member | undefined
}

/** Names the member by its address. */
export function memberEvent(context: EventContext, { type, before, after }: MemberChange): NewEvent {
  const changes = (['address', 'role'] as const).map((field) => ({
    field,
    key: null,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }))
  const workspaceId = after?.workspaceId ?? before?.workspaceId ?? null
  return newEvent(context, { type, workspaceId, changes })
}
