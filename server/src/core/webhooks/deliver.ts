import { createSemaphore } from '../../async/limits.ts'
import type { EventSummary } from '../../model/event.ts'
import type { DeliveryAttempt, DisabledReason, Webhook, WebhookDelivery } from '../../model/webhook.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { appendEvents, findEventSummaries } from '../../store/entities/events.ts'
import {
  type DeliveryOutcome,
  findNextDueTime,
  listDueDeliveries,
  makeDeliveriesDue,
  saveOutcomes,
} from '../../store/entities/webhook-deliveries.ts'
import {
  acquireWebhookLease,
  releaseWebhookLease,
  renewWebhookLease,
  writeWebhook,
} from '../../store/entities/webhooks.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { eventMessage, messageId, testMessage, webhookHeaders } from '../../webhook/message.ts'
import {
  type AttemptedDelivery,
  deliveryAfter,
  maxFailures,
  outcomeOf,
  parseRetryAfter,
  webhookAfter,
} from '../../webhook/retries.ts'
import { type CoreContext, newId } from '../context.ts'
import { webhookEvent } from '../events/entity-events.ts'
import { eventCursor } from '../events/event-cursor.ts'
import type { CursorContext } from '../page.ts'

export type DeliveringContext = Pick<CoreContext, 'store' | 'clock' | 'cause' | 'webhookClient' | 'cursors'>

export interface DeliveryListener {
  readonly onAttempt: (attempted: AttemptedDelivery) => void
  readonly onSwitchedOff: (webhook: Webhook) => void
}

/** `stop`: begin no further attempt. `abort`: end those in flight, too. */
interface DeliverySignals {
  readonly stop: AbortSignal
  readonly abort: AbortSignal
}

/** Without renewal, another process continues. */
const leaseDurationMs = 5_000
const renewalIntervalMs = 1_500

/** Deliveries of one transaction. */
const batchSize = 64

/** Requests to one webhook at a time. */
export const maxConcurrentAttempts = 8

/** Makes the due deliveries of a webhook, unless another process does. */
export async function deliverDue(
  context: DeliveringContext,
  { key }: Pick<Webhook, 'key'>,
  listener: DeliveryListener,
  signals: DeliverySignals,
): Promise<void> {
  const { db } = context.store
  const owner = newId()
  const newLease = () => ({ owner, until: context.clock() + leaseDurationMs })
  let webhook = await acquireWebhookLease(db, key, newLease(), context.clock())
  if (!webhook) return
  // A failed renewal is repeated; outcomes are recorded only with the lease.
  const renew = () => renewWebhookLease(db, key, newLease()).catch(() => undefined)
  const timer = setInterval(renew, renewalIntervalMs)
  try {
    while (webhook && isDue(context, webhook) && !signals.stop.aborted)
      webhook = await deliverBatch(context, webhook, owner, listener, signals)
  } finally {
    clearInterval(timer)
    await releaseWebhookLease(db, key, owner).catch(() => {})
  }
}

function isDue({ clock }: DeliveringContext, { isEnabled, deletedAt, dueAt }: Webhook): boolean {
  return isEnabled && deletedAt === null && dueAt !== null && dueAt <= clock()
}

/** `undefined` when the lease was lost, or the batch could not be sent. */
async function deliverBatch(
  context: DeliveringContext,
  webhook: Webhook,
  owner: string,
  listener: DeliveryListener,
  signals: DeliverySignals,
): Promise<Webhook | undefined> {
  const { db } = context.store
  const limit = webhook.openAttempts > 0 ? 1 : batchSize
  const deliveries = await listDueDeliveries(db, webhook.key, context.clock(), limit)
  const events = await findEventSummaries(db, sequencesOf(deliveries))
  const lost = deliveries.filter(({ sequence }) => sequence === null || !events.has(sequence))
  const attempted = await attemptAll(context, webhook, deliveries, events, signals)
  attempted.forEach(listener.onAttempt)
  const isHeldUp = attempted.length === 0 && lost.length === 0 && deliveries.length > 0
  if (isHeldUp) return undefined
  const after = await record(context, webhook, owner, attempted, lost)
  if (after && !after.isEnabled && webhook.isEnabled) listener.onSwitchedOff(after)
  return after
}

/** In the order in which they ended. Stops when so many fail in a row that the circuit breaker will open. */
async function attemptAll(
  context: DeliveringContext,
  webhook: Webhook,
  deliveries: readonly WebhookDelivery[],
  events: ReadonlyMap<number, EventSummary>,
  { stop, abort }: DeliverySignals,
): Promise<readonly AttemptedDelivery[]> {
  const attempted: AttemptedDelivery[] = []
  let failures = 0
  const semaphore = createSemaphore(maxConcurrentAttempts)
  const attemptOne = async (delivery: WebhookDelivery) => {
    const event = delivery.sequence === null ? undefined : events.get(delivery.sequence)
    if (!event || stop.aborted || failures >= maxFailures) return
    const message = messageOf(context, webhook, event)
    const result = await attempt(context, { webhook, message, signal: abort })
    if (!result) return
    failures = result.outcome === 'delivered' ? 0 : failures + 1
    attempted.push({ delivery, ...result })
  }
  await Promise.all(
    deliveries.map((delivery) => semaphore(() => attemptOne(delivery), abort).catch(rethrowUnless(abort))),
  )
  return attempted
}

function rethrowUnless(abort: AbortSignal) {
  return (error: unknown) => {
    if (!abort.aborted) throw error
  }
}

/** In one transaction; `undefined`, with nothing recorded, when the lease was lost. */
function record(
  context: DeliveringContext,
  { key }: Webhook,
  owner: string,
  attempted: readonly AttemptedDelivery[],
  lost: readonly WebhookDelivery[],
): Promise<Webhook | undefined> {
  const { store, clock } = context
  const now = clock()
  // Lookups do not read these tables, so their data version stays.
  return store.db.transaction().execute(async (tx) => {
    const webhook = await renewWebhookLease(tx, key, { owner, until: now + leaseDurationMs })
    if (!webhook) return undefined
    const moment = { now, random: Math.random }
    const outcomes: readonly DeliveryOutcome[] = [
      ...attempted.map((entry) => deliveryAfter(entry, moment)),
      ...lost.map((delivery) => giveUp(delivery, now)),
    ]
    await saveOutcomes(tx, key, outcomes, now)
    if (isBack(webhook, attempted)) await makeDeliveriesDue(tx, key, now)
    const { disabledReason, probeAt, ...breaker } = webhookAfter(webhook, attempted, moment)
    const finished = outcomes.filter(({ finishedAt }) => finishedAt !== null).length
    const dueAt = probeAt ?? (await findNextDueTime(tx, key))
    const changes = { ...breaker, dueAt, pending: webhook.pending - finished }
    const after = (await writeWebhook(tx, webhook.id, changes)) ?? { ...webhook, ...changes }
    return disabledReason && webhook.isEnabled ? switchOff(tx, context, after, disabledReason) : after
  })
}

/** Whether a receiver that had failed answers again: what waits for its next attempt is attempted now. */
function isBack({ failures, openAttempts }: Webhook, attempted: readonly AttemptedDelivery[]): boolean {
  return (failures > 0 || openAttempts > 0) && attempted.some(({ outcome }) => outcome === 'delivered')
}

/** Of the body of a response. */
const maxResponseBytes = 512

export interface DeliveryMessage {
  readonly id: string
  readonly body: string
}

/** The same for every attempt and replay of an event; receivers can recognize duplicates by the id. */
export function messageOf(
  context: CursorContext,
  { messageIdKey }: Webhook,
  event: EventSummary,
): DeliveryMessage {
  const cursor = eventCursor(context, event)
  return { id: messageId(messageIdKey, event), body: eventMessage(event, cursor) }
}

export function testMessageOf({ id }: Pick<Webhook, 'id'>, createdAt: number): DeliveryMessage {
  return { id: `test_${id}_${createdAt}`, body: testMessage(id, createdAt) }
}

type SendingContext = Pick<CoreContext, 'clock' | 'webhookClient'>

interface Request {
  readonly webhook: Webhook
  readonly message: DeliveryMessage
  readonly signal: AbortSignal
}

type AttemptResult = Omit<AttemptedDelivery, 'delivery'>

/** One signed request. `undefined` when it was aborted, or not sent because too many others wait. */
export async function attempt(
  { clock, webhookClient }: SendingContext,
  { webhook, message, signal }: Request,
): Promise<AttemptResult | undefined> {
  const time = clock()
  const startedAt = performance.now()
  const attemptWith = (fields: Pick<DeliveryAttempt, 'status' | 'error' | 'response'>): DeliveryAttempt => ({
    time,
    latencyMs: Math.round(performance.now() - startedAt),
    ...fields,
  })
  try {
    const { status, body, retryAfter } = await webhookClient.fetchFor(webhook.workspaceId)({
      url: webhook.url,
      method: 'POST',
      headers: webhookHeaders({ ...message, timestamp: Math.floor(time / 1000) }, secretsAt(webhook, time)),
      body: message.body,
      maxBytes: maxResponseBytes,
      acceptsAnyResponse: true,
      timeoutMs: webhookClient.timeoutMs,
      signal,
    })
    const outcome = outcomeOf(status)
    const error = outcome === 'delivered' ? null : `The receiver answered with status ${status}.`
    return {
      attempt: attemptWith({ status, error, response: body }),
      outcome,
      retryAfterMs: parseRetryAfter(retryAfter, clock()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (signal.aborted || error.fault === 'overloaded') return undefined
    return {
      attempt: attemptWith({ status: null, error: `The receiver ${error.message}.`, response: '' }),
      outcome: outcomeOf(null),
      retryAfterMs: 0,
    }
  }
}

/** The newest first: receivers try the first signature first. */
function secretsAt({ secret, previousSecret, previousSecretExpiresAt }: Webhook, time: number) {
  const isPreviousValid = previousSecret !== null && time < (previousSecretExpiresAt ?? 0)
  return isPreviousValid ? [secret, previousSecret] : [secret]
}

/** A delivery whose event was purged. */
function giveUp(delivery: WebhookDelivery, now: number) {
  const error = 'The event was deleted by retention before it was delivered.'
  const attempts = [...delivery.attempts, { time: now, latencyMs: 0, status: null, error, response: '' }]
  return { key: delivery.key, state: 'failed', dueAt: null, attempts, finishedAt: now } as const
}

/** Of their events; tests have none. */
export function sequencesOf(deliveries: readonly WebhookDelivery[]): readonly number[] {
  return deliveries.flatMap(({ sequence }) => sequence ?? [])
}

/** Pending deliveries stay, and are made once it is enabled again. */
export async function switchOff(
  tx: StoreTransaction,
  context: Pick<CoreContext, 'clock' | 'cause'>,
  webhook: Webhook,
  disabledReason: DisabledReason,
): Promise<Webhook> {
  const changes = { isEnabled: false, disabledReason, updatedAt: context.clock() }
  const after = (await writeWebhook(tx, webhook.id, changes)) ?? { ...webhook, ...changes }
  await appendEvents(tx, webhookEvent(context, { type: 'webhook.disabled', before: webhook, after }))
  return after
}
