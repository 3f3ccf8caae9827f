import { AppError } from '../../errors.ts'
import type { EventSummary } from '../../model/event.ts'
import type { Webhook, WebhookDelivery } from '../../model/webhook.ts'
import { markOf } from '../../store/entities/event-marks.ts'
import { findEventSummaries } from '../../store/entities/events.ts'
import {
  type DeliveryPage,
  insertDelivery,
  makeDeliveriesDue,
  selectDeliveries,
} from '../../store/entities/webhook-deliveries.ts'
import { writeWebhook } from '../../store/entities/webhooks.ts'
import type { CoreContext } from '../context.ts'
import { sealEventMark } from '../events/event-cursor.ts'
import { type CursorPage, type CursorRequest, type Cursors, readPage } from '../page.ts'
import { attempt, type DeliveryMessage, messageOf, sequencesOf, testMessageOf } from './deliver.ts'
import { requireWebhook, type WebhookRef } from './webhooks.ts'

interface ListDeliveries extends WebhookRef, CursorRequest, Pick<DeliveryPage, 'state'> {}

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
function deliveryId(cursors: Cursors, { id }: Webhook, { key }: WebhookDelivery): string {
  return cursors.seal(['delivery', id], key)
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
      selectDeliveries(context.store.db, { webhookKey: webhook.key, state, before, limit: count }),
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
    const cursor = sealEventMark(context, event ? markOf(event) : { sequence, digest: '' })
    return { id, webhook, delivery, cursor, event, message }
  })
}

/**
 * One attempt, now, also of a webhook that is disabled. One that is delivered ends the delays of what waits; else it has no effect on
 * the webhook's state.
 */
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
  if (result.outcome === 'delivered') await endDelays(context, webhook)
  const id = deliveryId(cursors, webhook, delivery)
  return { id, webhook, delivery, cursor: null, event: undefined, message }
}

/** What waits for its next attempt is attempted now. */
function endDelays({ store, clock }: CoreContext, { id, key }: Webhook): Promise<void> {
  const now = clock()
  return store.inTurn(id).plainTransaction(async (tx) => {
    const webhook = await writeWebhook(tx, id, { failures: 0, openAttempts: 0 })
    if (!webhook?.isEnabled || webhook.pending === 0) return
    await makeDeliveriesDue(tx, key, now)
    await writeWebhook(tx, id, { dueAt: now })
  })
}
