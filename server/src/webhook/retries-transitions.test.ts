import { describe, expect, test } from 'vitest'
import type { WebhookDelivery } from '../model/webhook.ts'
import {
  type AttemptedDelivery,
  type AttemptOutcome,
  deliveryAfter,
  maxAttempts,
  maxFailures,
  outcomeOf,
  parseRetryAfter,
  retryDelayMs,
  webhookAfter,
} from './retries.ts'

const hourMs = 3_600_000
const now = 1_000_000
const moment = { now, random: () => 0 }
const closed = { failures: 0, openAttempts: 0, lastDeliveredAt: null }

function attempted(outcome: AttemptOutcome, earlier = 0, retryAfterMs = 0): AttemptedDelivery {
  const attempt = { time: now, latencyMs: 1, status: null, error: null, response: '' }
  const delivery: WebhookDelivery = {
    ...{ key: 1, webhookKey: 1, sequence: 1, subject: '1:alice.demo.eth', state: 'due', dueAt: 1 },
    ...{ attempts: Array.from({ length: earlier }, () => attempt), createdAt: 500_000, finishedAt: null },
  }
  return { delivery, attempt, outcome, retryAfterMs }
}

describe('the outcome of an attempt', () => {
  test.each([
    [199, 'failed'],
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [300, 'failed'],
    [301, 'failed'],
    [400, 'failed'],
    [410, 'gone'],
    [429, 'slow-down'],
    [500, 'failed'],
    [502, 'slow-down'],
    [504, 'slow-down'],
    [null, 'failed'],
  ] as const)('%s is %s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome)
  })
})

describe('the retry schedule', () => {
  test('it has ten attempts in about 75 hours', () => {
    const delays = Array.from({ length: maxAttempts }, (_, index) => retryDelayMs(index + 1, 0))
    expect(delays.map((delay) => delay && delay / 1000)).toEqual([
      ...[5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      undefined,
    ])
    expect(delays.reduce((sum: number, delay = 0) => sum + delay, 0) / hourMs).toBeCloseTo(75.6, 1)
  })

  test('Retry-After extends a delay, up to an hour', () => {
    expect(retryDelayMs(1, 0, 60_000)).toBe(60_000)
    expect(retryDelayMs(1, 0, 999 * hourMs)).toBe(hourMs)
    expect(retryDelayMs(5, 0, 1)).toBe(5 * hourMs)
    expect(retryDelayMs(1, 0.5)).toBe(5_250)
  })

  test('Retry-After has seconds or a date', () => {
    expect(parseRetryAfter('120', now)).toBe(120_000)
    expect(parseRetryAfter(new Date(61_000).toUTCString(), 1_000)).toBe(60_000)
    for (const value of [undefined, '', 'soon', '-1', '1e9', 'Thu, 01 Jan 1970 00:00:00 GMT'])
      expect(parseRetryAfter(value, now)).toBe(0)
  })
})

describe('a delivery after an attempt', () => {
  test('it is due again until the last attempt', () => {
    expect(deliveryAfter(attempted('delivered'), moment)).toMatchObject({
      state: 'delivered',
      finishedAt: now,
    })
    expect(deliveryAfter(attempted('failed'), moment)).toMatchObject({ state: 'due', dueAt: now + 5_000 })
    expect(deliveryAfter(attempted('failed', 9), moment)).toMatchObject({ state: 'failed', dueAt: null })
    expect(deliveryAfter(attempted('failed', 9), moment).attempts).toHaveLength(10)
  })
})

describe('a webhook after attempts', () => {
  const failures = (count: number) => Array.from({ length: count }, () => attempted('failed'))

  test('its circuit breaker opens after the first attempts of five deliveries', () => {
    expect(maxFailures).toBe(5)
    expect(webhookAfter(closed, failures(maxFailures - 1), moment)).not.toHaveProperty('probeAt')
    expect(webhookAfter(closed, failures(maxFailures), moment)).toMatchObject({
      openAttempts: 1,
      probeAt: now + 5_000,
    })
  })

  test('further attempts of one delivery do not open it', () => {
    const retries = Array.from({ length: 20 }, () => attempted('failed', 3))
    expect(webhookAfter(closed, retries, moment)).toEqual(closed)
  })

  test('a success closes it', () => {
    const open = { ...closed, failures: 9, openAttempts: 4 }
    expect(webhookAfter(open, [attempted('failed'), attempted('delivered')], moment)).toEqual({
      ...closed,
      lastDeliveredAt: now,
    })
    expect(webhookAfter(open, [attempted('failed')], moment)).toMatchObject({
      openAttempts: 5,
      probeAt: now + 5 * hourMs,
    })
  })

  test('an open one stays open after one failed probe', () => {
    const open = { ...closed, failures: 5, openAttempts: 1 }
    expect(webhookAfter({ ...open, failures: 0 }, [attempted('failed', 1)], moment)).toMatchObject({
      openAttempts: 2,
      probeAt: expect.any(Number),
    })
  })

  test('a request to slow down opens it at once', () => {
    expect(webhookAfter(closed, [attempted('slow-down', 0, 60_000)], moment)).toMatchObject({
      openAttempts: 1,
      probeAt: now + 60_000,
    })
  })

  test('410, the last probe, and the last attempt without any success disable it', () => {
    expect(webhookAfter(closed, [attempted('gone')], moment)).toMatchObject({ disabledReason: 'gone' })
    const open = { ...closed, openAttempts: 9 }
    expect(webhookAfter(open, failures(1), moment)).toMatchObject({ disabledReason: 'failed' })
    expect(webhookAfter(closed, [attempted('failed', 9)], moment)).toMatchObject({ disabledReason: 'failed' })
    expect(webhookAfter(closed, [attempted('failed', 8)], moment)).not.toHaveProperty('disabledReason')
  })

  test.each([
    [499_999, 'failed'],
    [500_000, undefined],
    [600_000, undefined],
  ])(
    'after the last attempt of an event at 500,000, a success at %i leads to %s',
    (lastDeliveredAt, reason) => {
      const webhook = { ...closed, lastDeliveredAt }
      expect(webhookAfter(webhook, [attempted('failed', 9)], moment).disabledReason).toBe(reason)
    },
  )
})
