import type { DisabledReason, Webhook } from '../../model/webhook.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { updateWebhook } from '../../store/entities/webhooks.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { webhookEvent } from '../events/entity-events.ts'

/** Pending deliveries stay, and are made once it is enabled again. */
export async function switchOff(
  tx: StoreTransaction,
  context: Pick<CoreContext, 'clock' | 'origin'>,
  webhook: Webhook,
  disabledReason: DisabledReason,
): Promise<Webhook> {
  const changes = { isEnabled: false, disabledReason, updatedAt: context.clock() }
  const after = (await updateWebhook(tx, webhook.id, changes)) ?? { ...webhook, ...changes }
  await appendEvents(tx, webhookEvent(context, { type: 'webhook.disabled', before: webhook, after }))
  return after
}
