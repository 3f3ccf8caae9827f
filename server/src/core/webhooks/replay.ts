import { AppError } from '../../errors.ts'
import type { Webhook } from '../../model/webhook.ts'
import {
  type EventMark,
  findEventMark,
  logStart,
  readEventLogState,
} from '../../store/entities/event-marks.ts'
import { appendEvents, sequenceEvents } from '../../store/entities/events.ts'
import { findDelivery, selectDeliveries } from '../../store/entities/webhook-deliveries.ts'
import { lockWebhook, writeWebhook } from '../../store/entities/webhooks.ts'
import { findEventRange } from '../../store/listing/event-times.ts'
import { type EventFilter, pageOfEventHeads } from '../../store/listing/events.ts'
import type { Queryable } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { webhookReplayEvent } from '../events/entity-events.ts'
import { openEventCursor, sealEventMark } from '../events/event-cursor.ts'
import { assertInLog } from '../events/log-position.ts'
import type { Cursors } from '../page.ts'
import { queueForWebhook } from './dispatcher.ts'
import { requireWebhook, type WebhookRef } from './webhooks.ts'

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
  assertEnabled(webhook)
  const { store } = context
  const { after = logStart, until } = await rangeOf(context, webhook, input)
  return store.inTurn(webhook.id).plainTransaction(async (tx) => {
    const state = await readEventLogState(tx, [after.sequence, until?.sequence ?? 0])
    for (const mark of [after, until]) if (mark) assertInLog(state, mark)
    const filter = { ...wantedBy(webhook), until: (until ?? state.newest).sequence }
    const query = { filter, after: after.sequence, limit: maxReplayed }
    const { events, end, hasMore } = await pageOfEventHeads(tx, { ...query, order: 'oldest' })
    if (events.length > 0) await queueForWebhook(tx, context, webhook, events)
    const last = (await findEventMark(tx, end)) ?? { sequence: end, digest: '' }
    return { queued: events.length, continueAfter: hasMore ? sealEventMark(context, last) : null }
  })
}

interface Range {
  readonly after?: EventMark | undefined
  readonly until?: EventMark | undefined
}

async function rangeOf(
  context: CoreContext,
  webhook: Webhook,
  { delivery: id, after, until }: ReplayWebhook,
): Promise<Range> {
  const { store, cursors } = context
  const isRange = after !== undefined || until !== undefined
  if (isRange === (id !== undefined))
    throw new AppError(
      'BadRequestException',
      'Give either `delivery`, or one or both of `after` and `until`.',
    )
  if (isRange) {
    await sequenceEvents(store)
    return {
      after: openEventCursor(context, 'after', after),
      until: openEventCursor(context, 'until', until),
    }
  }
  const key = openDeliveryId(cursors, webhook, id ?? '')
  const delivery = key === undefined ? undefined : await findDelivery(store.db, webhook.key, key)
  if (!delivery) throw new AppError('DeliveryNotFoundException', `The webhook has no delivery ${id}.`)
  if (delivery.sequence === null)
    throw new AppError('BadRequestException', 'delivery: is a test. Send another one instead.')
  const { sequence } = delivery
  return { after: { sequence: sequence - 1, digest: '' }, until: { sequence, digest: '' } }
}

/** The internal key of a public id; `undefined` for other texts. */
function openDeliveryId(cursors: Cursors, { id }: Webhook, text: string): number | undefined {
  const key = cursors.open(['delivery', id], text)
  return typeof key === 'number' ? key : undefined
}

function assertEnabled({ isEnabled }: Webhook): void {
  if (!isEnabled)
    throw new AppError('WebhookDisabledException', 'The webhook is disabled. Enable it, then replay.')
}

/** The events that it selects now. */
function wantedBy({ workspaceId, eventTypes: types, domainIds }: Webhook): EventFilter {
  return { workspaceId, ...(types && { types }), ...(domainIds && { domainIds }) }
}

interface ReplaySince extends WebhookRef {
  /** Milliseconds since 1970, inclusive. */
  readonly since: number
  /** Only counts. */
  readonly isDryRun: boolean
}

export interface ReplayOfTime {
  /** That are queued; of a dry run, that would be. */
  readonly events: number
  /** Whether older events of the time are left out. */
  readonly isCut: boolean
  readonly isDryRun: boolean
}

const maxReplayedSince = 1_000

const dayMs = 86_400_000
const maxReplayDays = 7

/** A request that asks for the longest time may arrive late. */
const lateMs = 3_600_000

/**
 * Queues the newest events since a time again, in order, behind the deliveries that are pending. Their ids stay the
 * same. One at a time: refused until the last delivery of the one before has been attempted.
 */
export async function replaySince(context: CoreContext, input: ReplaySince): Promise<ReplayOfTime> {
  const { since, isDryRun } = input
  const webhook = await requireWebhook(context, input)
  assertRecent(since, context.clock())
  const { store } = context
  await sequenceEvents(store)
  if (isDryRun) {
    await assertReplayable(store.db, webhook)
    const { events, isCut } = await findNewest(store.db, webhook, since)
    return { events: events.length, isCut, isDryRun }
  }
  return store.inTurn(webhook.id).plainTransaction(async (tx) => {
    // What is decided by its rows holds until the end.
    const locked = (await lockWebhook(tx, webhook.key)) ?? webhook
    await assertReplayable(tx, locked)
    const { events, isCut } = await findNewest(tx, locked, since)
    if (events.length > 0) {
      await queueForWebhook(tx, context, locked, events)
      const [last] = await selectDeliveries(tx, { webhookKey: locked.key, state: 'pending', limit: 1 })
      await writeWebhook(tx, locked.id, { replayKey: last?.key ?? null })
      await appendEvents(tx, webhookReplayEvent(context, locked, { since, events: events.length }))
    }
    return { events: events.length, isCut, isDryRun }
  })
}

function assertRecent(since: number, now: number): void {
  if (since > now) throw new AppError('BadRequestException', 'since: is in the future. Give an earlier time.')
  if (since < now - maxReplayDays * dayMs - lateMs)
    throw new AppError(
      'BadRequestException',
      `since: is more than ${maxReplayDays} days ago. Give a later time, or replay a range of cursors.`,
    )
}

async function assertReplayable(db: Queryable, webhook: Webhook): Promise<void> {
  assertEnabled(webhook)
  const { key, replayKey } = webhook
  const last = replayKey === null ? undefined : await findDelivery(db, key, replayKey)
  if (last?.finishedAt === null && last.attempts.length === 0)
    throw new AppError(
      'ReplayInProgressException',
      'An earlier replay of the webhook is still being sent. Try again once it is done.',
    )
}

/** The oldest of them first. */
async function findNewest(db: Queryable, webhook: Webhook, since: number) {
  const filter = { ...wantedBy(webhook), since, ...(await findEventRange(db, { since })) }
  const query = { filter, after: Number.MAX_SAFE_INTEGER, limit: maxReplayedSince } as const
  const { events, hasMore } = await pageOfEventHeads(db, { ...query, order: 'newest' })
  return { events: events.toReversed(), isCut: hasMore }
}
