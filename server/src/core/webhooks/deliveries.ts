import { AppError } from '../../errors.ts'
import type { EventSummary } from '../../model/event.ts'
import type { Webhook, WebhookDelivery } from '../../model/webhook.ts'
import { findEventSummaries, readEventBounds, sequenceEvents } from '../../store/entities/events.ts'
import {
  type DeliveryPage,
  findDelivery,
  insertDelivery,
  makeDeliveriesDue,
  selectDeliveries,
} from '../../store/entities/webhook-deliveries.ts'
import { writeWebhook } from '../../store/entities/webhooks.ts'
import { pageOfEventHeads } from '../../store/listing/events.ts'
import type { CoreContext } from '../context.ts'
import { eventCursor, openEventCursor } from '../events/event-cursor.ts'
import { type CursorPage, type CursorRequest, type Cursors, readPage } from '../page.ts'
import { attempt, type DeliveryMessage, messageOf, sequencesOf, testMessageOf } from './deliver.ts'
import { queueForWebhook } from './dispatcher.ts'
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

/** The internal key of a public id; `undefined` for other texts. */
function openDeliveryId(cursors: Cursors, { id }: Webhook, text: string): number | undefined {
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
    return { id, webhook, delivery, cursor: eventCursor(context, sequence), event, message }
  })
}

interface ReplayWebhook extends WebhookRef {
  /** One delivery, by its id. */
  readonly delivery?: string | undefined
  /** Or the events behind this cursor; absent: from the oldest on … */
  readonly after?: string | undefined
  /** … up to that of this cursor; absent: the newest. */
  readonly until?: string | undefined
}

interface Replay {
  readonly queued: number
  /** `after` of the next call, a cursor; null when all events of the range are queued. */
  readonly continueAfter: string | null
}

/** Events of one call: few enough not to hold up other writers. */
const maxReplayed = 5_000

/** Queues events again, in order, behind the deliveries that are pending. Their ids stay the same. */
export async function replayWebhook(context: CoreContext, input: ReplayWebhook): Promise<Replay> {
  const webhook = await requireWebhook(context, input)
  if (!webhook.isEnabled)
    throw new AppError('WebhookDisabledException', 'The webhook is disabled. Enable it, then replay.')
  const { store } = context
  const { after, until } = await rangeOf(context, webhook, input)
  return store.inTurn(webhook.id).plainTransaction(async (tx) => {
    const { eventTypes: types, workspaceId, domainIds } = webhook
    const filter = {
      workspaceId,
      until,
      ...(types && { types }),
      ...(domainIds && { domainIds }),
    }
    const { events, end, hasMore } = await pageOfEventHeads(tx, { filter, after, limit: maxReplayed })
    if (events.length > 0) await queueForWebhook(tx, context, webhook, events)
    return { queued: events.length, continueAfter: hasMore ? eventCursor(context, end) : null }
  })
}

async function rangeOf(
  context: CoreContext,
  webhook: Webhook,
  { delivery: id, after, until }: ReplayWebhook,
): Promise<{ readonly after: number; readonly until: number }> {
  const { store, cursors } = context
  const isRange = after !== undefined || until !== undefined
  if (isRange === (id !== undefined))
    throw new AppError(
      'BadRequestException',
      'Give either `delivery`, or one or both of `after` and `until`.',
    )
  if (isRange) {
    await sequenceEvents(store)
    const { newest } = await readEventBounds(store.db)
    return {
      after: openEventCursor(context, 'after', after) ?? 0,
      until: openEventCursor(context, 'until', until) ?? newest,
    }
  }
  const key = openDeliveryId(cursors, webhook, id ?? '')
  const delivery = key === undefined ? undefined : await findDelivery(store.db, webhook.key, key)
  if (!delivery) throw new AppError('DeliveryNotFoundException', `The webhook has no delivery ${id}.`)
  if (delivery.sequence === null)
    throw new AppError('BadRequestException', 'delivery: is a test. Send another one instead.')
  return { after: delivery.sequence - 1, until: delivery.sequence }
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
