import type {
  DeliveryAttempt,
  DeliveryState,
  DisabledReason,
  Webhook,
  WebhookDelivery,
} from '../model/webhook.ts'
import type { AttemptOutcome } from './outcome.ts'
import { retryDelayMs } from './retry-schedule.ts'

/** A delivery and the attempt that was made of it. */
export interface AttemptedDelivery {
  readonly delivery: WebhookDelivery
  readonly attempt: DeliveryAttempt
  readonly outcome: AttemptOutcome
  /** Milliseconds; 0 if the response did not ask for any. */
  readonly retryAfterMs: number
}

/** Milliseconds since 1970, and a number in [0, 1). */
export interface Moment {
  readonly now: number
  readonly random: () => number
}

type DeliveryChange = Pick<WebhookDelivery, 'key' | 'state' | 'dueAt' | 'attempts' | 'finishedAt'>

export function deliveryAfter(
  { delivery, attempt, outcome, retryAfterMs }: AttemptedDelivery,
  { now, random }: Moment,
): DeliveryChange {
  const attempts = [...delivery.attempts, attempt]
  const finish = (state: DeliveryState) => ({
    key: delivery.key,
    state,
    dueAt: null,
    attempts,
    finishedAt: now,
  })
  if (outcome === 'delivered') return finish('delivered')
  const delay = retryDelayMs(attempts.length, random(), retryAfterMs)
  if (delay === undefined) return finish('failed')
  return { key: delivery.key, state: 'due', dueAt: now + delay, attempts, finishedAt: null }
}

type BreakerState = Pick<Webhook, 'failures' | 'openAttempts' | 'lastDeliveredAt'>

interface WebhookChange extends BreakerState {
  /** Present: the webhook is switched off. */
  readonly disabledReason?: DisabledReason
  /** Present while the circuit breaker is open: when to probe. */
  readonly probeAt?: number
}

/** First attempts that fail in a row before the circuit breaker opens. */
export const maxFailures = 5

/**
 * The circuit breaker opens after first attempts of several deliveries have failed in a row, or when a response asks to
 * slow down. While it is open, one delivery is attempted at a time, at the delays of the retry schedule. One that fails for its
 * own sake does not open it: its further attempts do not count.
 */
export function webhookAfter(
  webhook: BreakerState,
  attempted: readonly AttemptedDelivery[],
  { now, random }: Moment,
): WebhookChange {
  const state = attempted.reduce(breakerAfter, { ...webhook, isSlowedDown: false, retryAfterMs: 0 })
  const { failures, lastDeliveredAt, isSlowedDown, retryAfterMs } = state
  const isOpen = state.openAttempts > 0 || isSlowedDown || failures >= maxFailures
  const openAttempts = isOpen ? state.openAttempts + 1 : 0
  const breaker = { failures, openAttempts, lastDeliveredAt }
  if (attempted.some(({ outcome }) => outcome === 'gone')) return { ...breaker, disabledReason: 'gone' }
  if (attempted.some((entry) => isScheduleOver(entry, lastDeliveredAt)))
    return { ...breaker, disabledReason: 'failed' }
  if (!isOpen) return breaker
  const delay = retryDelayMs(openAttempts, random(), retryAfterMs)
  return delay === undefined ? { ...breaker, disabledReason: 'failed' } : { ...breaker, probeAt: now + delay }
}

interface Tally extends BreakerState {
  readonly isSlowedDown: boolean
  readonly retryAfterMs: number
}

function breakerAfter(tally: Tally, { delivery, attempt, outcome, retryAfterMs }: AttemptedDelivery): Tally {
  if (outcome === 'delivered')
    return {
      failures: 0,
      openAttempts: 0,
      lastDeliveredAt: attempt.time,
      isSlowedDown: false,
      retryAfterMs: 0,
    }
  return {
    ...tally,
    failures: tally.failures + (delivery.attempts.length === 0 ? 1 : 0),
    isSlowedDown: tally.isSlowedDown || outcome === 'slow-down',
    retryAfterMs: Math.max(tally.retryAfterMs, retryAfterMs),
  }
}

/** Whether it was the last attempt, and nothing has been delivered since the event. */
function isScheduleOver({ delivery, outcome }: AttemptedDelivery, lastDeliveredAt: number | null): boolean {
  if (outcome === 'delivered' || retryDelayMs(delivery.attempts.length + 1, 0) !== undefined) return false
  return lastDeliveredAt === null || lastDeliveredAt < delivery.createdAt
}
