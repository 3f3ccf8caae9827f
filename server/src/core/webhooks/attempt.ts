import type { EventSummary } from '../../model/event.ts'
import type { DeliveryAttempt, Webhook, WebhookDelivery } from '../../model/webhook.ts'
import { OutboundError } from '../../rpc/outbound/error.ts'
import { eventMessage, messageId, testMessage } from '../../webhook/message.ts'
import { outcomeOf } from '../../webhook/outcome.ts'
import { parseRetryAfter } from '../../webhook/retry-schedule.ts'
import { webhookHeaders } from '../../webhook/signature.ts'
import type { AttemptedDelivery } from '../../webhook/transitions.ts'
import type { CoreContext } from '../context.ts'
import type { CursorContext } from '../cursor.ts'
import { eventCursor } from '../events/event-cursor.ts'

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
  const cursor = eventCursor(context, event.sequence)
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
export function giveUp(delivery: WebhookDelivery, now: number) {
  const error = 'The event was deleted by retention before it was delivered.'
  const attempts = [...delivery.attempts, { time: now, latencyMs: 0, status: null, error, response: '' }]
  return { key: delivery.key, state: 'failed', dueAt: null, attempts, finishedAt: now } as const
}

/** Of their events; tests have none. */
export function sequencesOf(deliveries: readonly WebhookDelivery[]): readonly number[] {
  return deliveries.flatMap(({ sequence }) => sequence ?? [])
}
