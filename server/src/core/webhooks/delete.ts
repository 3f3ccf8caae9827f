import type { Webhook } from '../../model/webhook.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { updateWebhook } from '../../store/entities/webhooks.ts'
import type { CoreContext } from '../context.ts'
import { webhookEvent } from '../events/entity-events.ts'
import { requireWebhook, type WebhookRef, webhookNotFoundError } from './require-webhook.ts'

/** Pending deliveries are not made. */
export async function deleteWebhook(context: CoreContext, ref: WebhookRef): Promise<Webhook> {
  await requireWebhook(context, ref)
  const now = context.clock()
  return context.store.transaction(async (tx) => {
    const deleted = await updateWebhook(tx, ref.id, { deletedAt: now, updatedAt: now, isEnabled: false })
    if (!deleted) throw webhookNotFoundError(ref.id)
    await appendEvents(tx, webhookEvent(context, { type: 'webhook.deleted', before: deleted }))
    return deleted
  })
}
