import type {
  DeliveryAttempt,
  DeliveryState,
  DisabledReason,
  Webhook,
  WebhookDelivery,
} from '../model/webhook.ts'

/** A delivery and the attempt that was made of it. */
export interface AttemptedDelivery {
  readonly delivery: WebhookDelivery
  readonly attempt: DeliveryAttempt
  readonly outcome: AttemptOutcome
  /** Milliseconds; 0 if the response did not ask for any. */
  readonly retryAfterMs: number
}

/** Milliseconds since 1970, and a number in [0, 1). */
interface Moment {
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

/**
 * What a response means (Standard Webhooks 1.0): 2xx is delivered, 410 ends the webhook, 429, 502 and 504 ask to slow
 * down, everything else and no response (`null`) has failed.
 */
export type AttemptOutcome = 'delivered' | 'failed' | 'slow-down' | 'gone'

const slowDownStatuses: readonly number[] = [429, 502, 504]

export function outcomeOf(status: number | null): AttemptOutcome {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return slowDownStatuses.includes(status) ? 'slow-down' : 'failed'
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays after the first, second … attempt (Standard Webhooks 1.0, "Deliverability and reliability"). */
const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

export const maxAttempts = retryDelaysMs.length + 1

/** Share of the delay that is added at random, so that many deliveries do not return at once. */
const jitter = 0.1

/** A server's `Retry-After` has no effect beyond it. */
const maxRetryAfterMs = hour

/**
 * Milliseconds until the next attempt, `undefined` after the last.
 *
 * @param attempts - made so far, from 1
 * @param random - in [0, 1)
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const delay = retryDelaysMs[attempts - 1]
  if (delay === undefined) return undefined
  return Math.max(Math.round(delay * (1 + jitter * random)), Math.min(retryAfterMs, maxRetryAfterMs))
}

/** RFC 9110 §10.2.3: seconds, or a date; 0 for anything else. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0
  if (/^\d{1,9}$/.test(value)) return Number(value) * second
  const time = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 0 : Math.max(0, time - now)
}
