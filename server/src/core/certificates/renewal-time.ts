import type { Certificate, ChallengeKind } from '../../model/certificate.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** From the first moment of a certificate to its last, in milliseconds since 1970. */
interface Validity {
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Without advice of the authority: when two thirds of its time are over. */
export function renewalTime({ issuedAt, expiresAt }: Validity): number {
  return issuedAt + Math.round(((expiresAt - issuedAt) * 2) / 3)
}

interface RenewalWindow {
  readonly start: number
  readonly end: number
}

/**
 * Any moment of the window alike (RFC 9773 §4.2), so that the clients of an authority do not come at once. A time in the past is
 * now. An authority cannot lead a certificate to its end, nor have a service ask without an end: the last tenth of its time, and its
 * first hour (of a short certificate, a tenth), are left out.
 *
 * @param random - From 0 to 1.
 */
export function timeInWindow(
  { start, end }: RenewalWindow,
  { issuedAt, expiresAt }: Validity,
  random: number,
): number {
  const tenth = (expiresAt - issuedAt) / 10
  const chosen = start + (end - start) * random
  return Math.round(Math.min(Math.max(chosen, issuedAt + Math.min(hourMs, tenth)), expiresAt - tenth))
}

/** In turns: one of both ports may not be reachable from outside. */
export function challengeOf(failures: number): ChallengeKind {
  return failures % 2 === 0 ? 'http-01' : 'tls-alpn-01'
}

const retryMinutes = [1, 5, 30, 120, 720]

/**
 * After a number of failures in a row: from a minute to half a day. A quarter of the time that the old certificate still has
 * is the most, or twenty minutes where that is less. Let's Encrypt bounds failed validations of a host to five in an hour.
 */
export function retryDelayMs(failures: number, expiresAt: Certificate['expiresAt'], now: number): number {
  const usual = (retryMinutes[failures - 1] ?? 720) * minuteMs
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Math.max(expiresAt - now, 0)
  return Math.min(usual, Math.max(left / 4, 20 * minuteMs))
}

/** What an authority asks for holds, up to a day: a wrong one must not end the renewals. */
export function delayAskedFor(retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? 0, dayMs)
}
