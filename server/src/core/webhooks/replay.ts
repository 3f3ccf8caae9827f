import { AppError } from '../../errors.ts'
import type { Webhook } from '../../model/webhook.ts'
import { listEventHeads, readEventBounds, sequenceEvents } from '../../store/entities/event-log.ts'
import { findDelivery } from '../../store/entities/webhook-deliveries.ts'
import type { CoreContext } from '../context.ts'
import { eventCursor, openEventCursor } from '../events/event-cursor.ts'
import { openDeliveryId } from './list-deliveries.ts'
import { queueForWebhook } from './queue-events.ts'
import { requireWebhook, type WebhookRef } from './require-webhook.ts'

export interface ReplayWebhook extends WebhookRef {
  /** One delivery, by its id. */
  readonly delivery?: string | undefined
  /** Or the events behind this cursor; absent: from the oldest on … */
  readonly after?: string | undefined
  /** … up to that of this cursor; absent: the newest. */
  readonly until?: string | undefined
}

export interface Replay {
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
  return store.db.transaction().execute(async (tx) => {
    const { eventTypes: types, workspaceId, domainIds } = webhook
    const filter = {
      workspaceId,
      until,
      ...(types && { types }),
      ...(domainIds && { domainIds }),
    }
    const found = await listEventHeads(tx, { filter, after, limit: maxReplayed + 1 })
    const events = found.slice(0, maxReplayed)
    if (events.length > 0) await queueForWebhook(tx, context, webhook, events)
    const last = found.length > maxReplayed ? events.at(-1) : undefined
    return { queued: events.length, continueAfter: last ? eventCursor(context, last.sequence) : null }
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
