import type { Webhook } from '../../model/webhook.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { updateWebhook } from '../../store/entities/webhooks.ts'
import { newWebhookSecret } from '../../webhook/signature.ts'
import type { CoreContext } from '../context.ts'
import { webhookEvent } from '../events/entity-events.ts'
import { requireWebhook, type WebhookRef, webhookNotFoundError } from './require-webhook.ts'

export interface RotateWebhookSecret extends WebhookRef {
  /** 0: the old secret ends immediately. */
  readonly overlapMs: number
}

/** The new secret is in the result. Until the overlap ends, deliveries have a signature of each. */
export async function rotateWebhookSecret(
  context: CoreContext,
  input: RotateWebhookSecret,
): Promise<Webhook> {
  const { id, secret } = await requireWebhook(context, input)
  const now = context.clock()
  const isKept = input.overlapMs > 0
  return context.store.transaction(async (tx) => {
    const after = await updateWebhook(tx, id, {
      secret: newWebhookSecret(),
      previousSecret: isKept ? secret : null,
      previousSecretExpiresAt: isKept ? now + input.overlapMs : null,
      updatedAt: now,
    })
    if (!after) throw webhookNotFoundError(id)
    await appendEvents(tx, webhookEvent(context, { type: 'webhook.rotated', before: after, after }))
    return after
  })
}
