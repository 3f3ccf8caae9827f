import type { EventSummary } from '../../model/event.ts'
import type { Webhook, WebhookDelivery } from '../../model/webhook.ts'
import { findEventSummaries } from '../../store/entities/event-log.ts'
import {
  type DeliveryPage,
  listDeliveries as listStoredDeliveries,
} from '../../store/entities/webhook-deliveries.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, type Cursors, readPage } from '../cursor.ts'
import { eventCursor } from '../events/event-cursor.ts'
import { type DeliveryMessage, messageOf, sequencesOf, testMessageOf } from './attempt.ts'
import { requireWebhook, type WebhookRef } from './require-webhook.ts'

export interface ListDeliveries extends WebhookRef, CursorRequest, Pick<DeliveryPage, 'state'> {}

export interface DescribedDelivery {
  readonly id: string
  readonly webhook: Webhook
  readonly delivery: WebhookDelivery
  /** Of its event; null for a test. */
  readonly cursor: string | null
  /** Absent for a test, and when the event was purged. */
  readonly event: EventSummary | undefined
  /** Absent when the event was purged. */
  readonly message: DeliveryMessage | undefined
}

/** Public, of the internal key. */
export function deliveryId(cursors: Cursors, { id }: Webhook, { key }: WebhookDelivery): string {
  return cursors.seal(['delivery', id], key)
}

/** The internal key of a public id; `undefined` for other texts. */
export function openDeliveryId(cursors: Cursors, { id }: Webhook, text: string): number | undefined {
  const key = cursors.open(['delivery', id], text)
  return typeof key === 'number' ? key : undefined
}

/** Newest first. */
export async function listDeliveries(
  context: CoreContext,
  { state, after, limit, ...ref }: ListDeliveries,
): Promise<CursorPage<DescribedDelivery>> {
  const webhook = await requireWebhook(context, ref)
  const list = {
    list: ['deliveries', webhook.id, state ?? null],
    positionOf: ({ key }: WebhookDelivery) => key,
    read: (before: number | undefined, count: number) =>
      listStoredDeliveries(context.store.db, { webhookKey: webhook.key, state, before, limit: count }),
  }
  const { items, next } = await readPage(context, list, { after, limit })
  return { items: await describeDeliveries(context, webhook, items), next }
}

async function describeDeliveries(
  context: CoreContext,
  webhook: Webhook,
  deliveries: readonly WebhookDelivery[],
): Promise<readonly DescribedDelivery[]> {
  const events = await findEventSummaries(context.store.db, sequencesOf(deliveries))
  return deliveries.map((delivery) => {
    const { sequence, createdAt } = delivery
    const id = deliveryId(context.cursors, webhook, delivery)
    if (sequence === null) {
      const message = testMessageOf(webhook, createdAt)
      return { id, webhook, delivery, cursor: null, event: undefined, message }
    }
    const event = events.get(sequence)
    const message = event && messageOf(context, webhook, event)
    return { id, webhook, delivery, cursor: eventCursor(context, sequence), event, message }
  })
}
