import type { EventType } from '../../model/event.ts'
import type { Webhook } from '../../model/webhook.ts'
import { appendEvents, readEventBounds, sequenceEvents } from '../../store/entities/event-log.ts'
import { makeDeliveriesDue } from '../../store/entities/webhook-deliveries.ts'
import { updateWebhook as updateStoredWebhook, type WebhookChanges } from '../../store/entities/webhooks.ts'
import type { CoreContext } from '../context.ts'
import { assertOwnedDomains } from '../domains/assert-owned-domains.ts'
import { webhookEvent } from '../events/entity-events.ts'
import { assertWebhookAccess } from './assert-webhook-access.ts'
import { assertWebhookUrl } from './assert-webhook-url.ts'
import { requireWebhook, type WebhookRef, webhookNotFoundError } from './require-webhook.ts'

/** Absent fields are unchanged. */
export interface UpdateWebhook extends WebhookRef {
  readonly url?: string | undefined
  readonly description?: string | undefined
  /** `null`: all. */
  readonly eventTypes?: readonly EventType[] | null | undefined
  readonly domainIds?: readonly string[] | null | undefined
  readonly isEnabled?: boolean | undefined
}

/**
 * Enabled again, it gets the deliveries that were pending, then events from now on. A new URL, or `isEnabled`, closes
 * its circuit breaker and repeats failed deliveries at once.
 */
export async function updateWebhook(context: CoreContext, input: UpdateWebhook): Promise<Webhook> {
  const { caller, url, description, eventTypes, domainIds, isEnabled } = input
  const { workspaceId } = await requireWebhook(context, input)
  if (domainIds !== undefined) assertWebhookAccess(caller, { workspaceId, domainIds })
  await assertOwnedDomains(context, workspaceId, domainIds ?? [])
  if (url !== undefined) assertWebhookUrl(context, url)
  const { store, clock } = context
  await sequenceEvents(store)
  const { newest } = await readEventBounds(store.db)
  const now = clock()
  return store.transaction(async (tx) => {
    const before = await updateStoredWebhook(tx, input.id, { updatedAt: now })
    if (!before) throw webhookNotFoundError(input.id)
    assertWebhookAccess(caller, before)
    const isReset = url !== undefined || isEnabled === true
    const changes: WebhookChanges = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes }),
      ...(domainIds !== undefined && { domainIds }),
      ...(isReset && { failures: 0, openAttempts: 0, dueAt: before.pending > 0 ? now : null }),
      ...(isEnabled === true && !before.isEnabled && { startSequence: newest }),
      ...(isEnabled === true && { isEnabled, disabledReason: null }),
      ...(isEnabled === false && {
        isEnabled,
        disabledReason: before.disabledReason ?? ('request' as const),
      }),
    }
    if (isReset) await makeDeliveriesDue(tx, before.key, now)
    const after = (await updateStoredWebhook(tx, input.id, { ...changes, updatedAt: now })) ?? before
    const type = before.isEnabled && !after.isEnabled ? 'webhook.disabled' : 'webhook.changed'
    if (hasChanged(before, after)) await appendEvents(tx, webhookEvent(context, { type, before, after }))
    return after
  })
}

const settings = ['url', 'description', 'eventTypes', 'domainIds', 'isEnabled'] as const

function hasChanged(before: Webhook, after: Webhook): boolean {
  return settings.some((field) => String(before[field]) !== String(after[field]))
}
