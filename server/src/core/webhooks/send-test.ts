import { AppError } from '../../errors.ts'
import { insertDelivery } from '../../store/entities/webhook-deliveries.ts'
import type { CoreContext } from '../context.ts'
import { attempt, testMessageOf } from './attempt.ts'
import { type DescribedDelivery, deliveryId } from './list-deliveries.ts'
import { requireWebhook, type WebhookRef } from './require-webhook.ts'

/** One attempt, now, also of a webhook that is disabled. It has no effect on the webhook's state. */
export async function sendTest(context: CoreContext, ref: WebhookRef): Promise<DescribedDelivery> {
  const webhook = await requireWebhook(context, ref)
  const { store, clock, cursors } = context
  const createdAt = clock()
  const message = testMessageOf(webhook, createdAt)
  // Ends by its own time limit.
  const result = await attempt(context, { webhook, message, signal: new AbortController().signal })
  if (!result)
    throw new AppError(
      'ServiceUnavailableException',
      'Too many webhooks are being delivered. Try again later.',
    )
  const delivery = await insertDelivery(store.db, {
    ...{ webhookKey: webhook.key, sequence: null, subject: '', dueAt: null },
    state: result.outcome === 'delivered' ? 'delivered' : 'failed',
    attempts: [result.attempt],
    createdAt,
    finishedAt: clock(),
  })
  const id = deliveryId(cursors, webhook, delivery)
  return { id, webhook, delivery, cursor: null, event: undefined, message }
}
