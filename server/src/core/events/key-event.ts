import type { ApiKey } from '../../model/api-key.ts'
import type { EventType, NewEvent } from '../../model/event.ts'
import { type EventContext, newEvent } from './new-event.ts'

interface KeyChange {
  readonly type: EventType
  readonly before?: ApiKey
  readonly after?: ApiKey
}

/** Names the key by its id. */
export function keyEvent(context: EventContext, { type, before, after }: KeyChange): NewEvent {
  const fields = (['id', 'name', 'scopes', 'expiresAt'] as const).map((field) => ({
    field,
    key: null,
    before: before?.[field] ?? null,
    after: after?.[field] ?? null,
  }))
  const workspaceId = after?.workspaceId ?? before?.workspaceId ?? null
  return newEvent(context, { type, workspaceId, changes: fields })
}
