import { describe, expect, it } from 'vitest'
import { challengeOf, delayAskedFor, renewalTime, retryDelayMs, timeInWindow } from './renewal-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

describe('Attempts to get a certificate', () => {
  it('a renewal is due when two thirds of the time are over, short or long', () => {
    expect(renewalTime({ issuedAt: 1000, expiresAt: 1000 + 90 * dayMs })).toBe(1000 + 60 * dayMs)
    expect(renewalTime({ issuedAt: 0, expiresAt: 6 * dayMs })).toBe(4 * dayMs)
  })

  it('both proofs are tried in turns', () => {
    expect([0, 1, 2, 3].map(challengeOf)).toEqual(['http-01', 'tls-alpn-01', 'http-01', 'tls-alpn-01'])
  })

  it('failures of a host stay within five in an hour and begin with short waits', () => {
    const waits = Array.from({ length: 8 }, (_, index) => retryDelayMs(index + 1, null, 0) / minuteMs)
    expect(waits).toEqual([1, 5, 30, 120, 720, 720, 720, 720])
    for (let first = 0; first < 30; first++) {
      const failures = Array.from({ length: first + 6 }, (_, index) => index + 1)
      const times = failures.map((count) =>
        failures.slice(0, count).reduce((sum, each) => sum + retryDelayMs(each, null, 0), 0),
      )
      const inHour = times.filter(
        (time) => time > (times[first] ?? 0) - 1 && time < (times[first] ?? 0) + hourMs,
      )
      expect(inHour.length).toBeLessThanOrEqual(5)
    }
  })

  it('the less time the old certificate has, the sooner is the next, to twenty minutes', () => {
    expect(retryDelayMs(9, 30 * dayMs, 0)).toBe(12 * hourMs)
    expect(retryDelayMs(9, dayMs, 0)).toBe(6 * hourMs)
    expect(retryDelayMs(9, hourMs, 0)).toBe(20 * minuteMs)
    expect(retryDelayMs(9, 0, dayMs)).toBe(20 * minuteMs)
    expect(retryDelayMs(1, dayMs, 0)).toBe(minuteMs)
  })

  it('a time is any of the window alike, and never beyond what the certificate allows', () => {
    const certificate = { issuedAt: 0, expiresAt: 90 * dayMs }
    const window = { start: 60 * dayMs, end: 62 * dayMs }
    expect([0, 0.5, 1].map((random) => timeInWindow(window, certificate, random))).toEqual([
      60 * dayMs,
      61 * dayMs,
      62 * dayMs,
    ])
    const never = { start: 900 * dayMs, end: 901 * dayMs }
    expect(timeInWindow(never, certificate, 0.5)).toBe(81 * dayMs)
    // As before a revocation: at once, but not one after the other.
    const past = { start: -2 * dayMs, end: -dayMs }
    expect(timeInWindow(past, certificate, 0.5)).toBe(hourMs)
    expect(timeInWindow(past, { issuedAt: 0, expiresAt: 60_000 }, 0.5)).toBe(6_000)
  })

  it('an authority is left alone for as long as it asks for, up to a day', () => {
    expect([undefined, 5_000, 99 * dayMs].map(delayAskedFor)).toEqual([0, 5_000, dayMs])
  })
})
