import type { ErrorName } from '../../errors.ts'
import type { EventSummary } from '../../model/event.ts'
import type { Webhook, WebhookDelivery } from '../../model/webhook.ts'
import { findEventSummaries } from '../../store/entities/event-log.ts'
import {
  type DeliveryPage,
  listDeliveries as listStoredDeliveries,
} from '../../store/entities/webhook-deliveries.ts'
import type { CoreContext } from '../context.ts'
import { type DeliveryMessage, messageOf, sequencesOf, testMessageOf } from './attempt.ts'
import { requireWebhook, type WebhookRef } from './require-webhook.ts'

export interface ListDeliveries extends WebhookRef, Pick<DeliveryPage, 'state' | 'before' | 'limit'> {}

export interface DescribedDelivery {
  readonly webhook: Webhook
  readonly delivery: WebhookDelivery
  /** Absent for a test, and when the event was purged. */
  readonly event: EventSummary | undefined
  /** Absent when the event was purged. */
  readonly message: DeliveryMessage | undefined
}

export interface DeliveryList {
  readonly deliveries: readonly DescribedDelivery[]
  /** `before` of the next page; absent on the last. */
  readonly next: number | undefined
}

/** Newest first. */
export async function listDeliveries(context: CoreContext, input: ListDeliveries): Promise<DeliveryList> {
  const { limit, state, before } = input
  const webhook = await requireWebhook(context, input)
  const page = { webhookKey: webhook.key, state, before, limit: limit + 1 }
  const found = await listStoredDeliveries(context.store.db, page)
  const deliveries = await describeDeliveries(context, webhook, found.slice(0, limit))
  return { deliveries, next: found.length > limit ? deliveries.at(-1)?.delivery.key : undefined }
}

async function describeDeliveries(
  { store }: CoreContext,
  webhook: Webhook,
  deliveries: readonly WebhookDelivery[],
): Promise<readonly DescribedDelivery[]> {
  const events = await findEventSummaries(store.db, sequencesOf(deliveries))
  return deliveries.map((delivery) => {
    const event = delivery.sequence === null ? undefined : events.get(delivery.sequence)
    return { webhook, delivery, event, message: describeMessage(webhook, delivery, event) }
  })
}

function describeMessage(webhook: Webhook, { sequence, createdAt }: WebhookDelivery, event?: EventSummary) {
  if (sequence === null) return testMessageOf(webhook, createdAt)
  return event && messageOf(webhook, event)
}

listDeliveries.errors = requireWebhook.errors satisfies readonly ErrorName[]
