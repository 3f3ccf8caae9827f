import type { EventType, EventValue, NewEvent } from '../../model/event.ts'
import type { Webhook } from '../../model/webhook.ts'
import { type EventContext, newEvent } from './new-event.ts'

interface WebhookChange {
  readonly type: EventType
  readonly before?: Webhook
  readonly after?: Webhook
}

/** Of the URL the origin only: the rest may be a credential. */
const fields = {
  origin: ({ url }) => new URL(url).origin,
  description: ({ description }) => description,
  eventTypes: ({ eventTypes }) => eventTypes,
  domainIds: ({ domainIds }) => domainIds,
  isEnabled: ({ isEnabled }) => isEnabled,
  disabledReason: ({ disabledReason }) => disabledReason,
} as const satisfies Record<string, (webhook: Webhook) => EventValue>

/** Names the webhook by its id, even if that did not change. */
export function webhookEvent(context: EventContext, { type, before, after }: WebhookChange): NewEvent {
  const changes = Object.entries({ id: ({ id }: Webhook) => id, ...fields })
    .map(([field, read]) => ({
      field,
      key: null,
      before: before ? read(before) : null,
      after: after ? read(after) : null,
    }))
    .filter((change) => change.field === 'id' || String(change.before) !== String(change.after))
  const workspaceId = after?.workspaceId ?? before?.workspaceId ?? null
  return newEvent(context, { type, workspaceId, changes })
}
