import type { AlertChange, AlertReason, Reported, ReportedReason } from '../model/alert.ts'

const secondMs = 1000

/** A reason is reported once it has lasted this long, */
const beginMs = 30 * secondMs
/** over once no process has found it for this long (after a start it takes 90 seconds to find all), */
export const endMs = 120 * secondMs
/** and a change of what it is about once that has lasted. */
const changeMs = 60 * secondMs

/** From one report about a reason that lasts to the next, unless its effect changes. */
const quietMs = 600 * secondMs

/** What could be reported waits this long for others, which become one message with it. */
const gatherMs = 15 * secondMs

interface Found {
  readonly change: AlertChange
  readonly reported: ReportedReason
  /** Since when it could be reported. */
  readonly readyAt: number
}

interface Moment {
  readonly now: number
  /** Since when this process finds reasons without a gap: an end needs that it has looked for long enough. */
  readonly watchedSince: number
  /** Of the target: what ended before is not reported. */
  readonly createdAt: number
}

/**
 * What a message says now, and what is reported after it; undefined: nothing yet. Of each reason and target the sequence is
 * begun, changed (any number), ended, and so on, or `passed` alone; a report differs from the one before it.
 *
 * - A reason that lasts for `beginMs` is begun.
 * - One that no process has found for `endMs` is ended. If it returns before, or before its end is reported, it lasts.
 * - It is changed when what it is about, but for numbers, has been another thing for `changeMs`, not more often than every
 *   `quietMs`. A change of its effect is reported at once.
 * - All that can be reported is in one message, `gatherMs` after the first of it.
 */
export function findChanges(
  reasons: readonly AlertReason[],
  reported: Reported,
  moment: Moment,
): { readonly changes: readonly AlertChange[]; readonly reported: Reported } | undefined {
  const found = reasons.flatMap((reason) => findChange(reason, reported[reason.code], moment) ?? [])
  const gone = Object.entries(reported).flatMap(([code, before]) =>
    before.isOver || reasons.some((reason) => reason.code === code) ? [] : forgotten(code, before, moment),
  )
  const all = [...found, ...gone]
  if (!all.some(({ readyAt }) => moment.now >= readyAt + gatherMs)) return undefined
  return {
    changes: all.map(({ change }) => change),
    reported: {
      ...reported,
      ...Object.fromEntries(all.map(({ change, reported: after }) => [change.code, after])),
    },
  }
}

function findChange(
  reason: AlertReason,
  before: ReportedReason | undefined,
  { now, watchedSince, createdAt }: Moment,
): Found | undefined {
  const { code, total, subjects, since, seenAt, changedAt, effect } = reason
  const about = { code, total, subjects }
  const isOn = now - seenAt < endMs
  const hasEnded = !isOn && now - watchedSince >= endMs
  const overAt = Math.max(seenAt, watchedSince) + endMs
  const after = { since, effect, reportedAt: now, fingerprint: fingerprintOf(reason) }
  if (!before || before.isOver) {
    // The clock of another process may be behind: what it finds after the end was reported is new.
    const isReported = before?.since === since && seenAt <= before.reportedAt
    if (seenAt - since < beginMs || isReported) return undefined
    if (isOn)
      return {
        change: { kind: 'begun', ...about, since, endedAt: null },
        reported: { ...after, begunAt: since, isOver: false },
        readyAt: since + beginMs,
      }
    if (!hasEnded || seenAt < createdAt) return undefined
    return {
      change: { kind: 'passed', ...about, since, endedAt: seenAt },
      reported: { ...after, begunAt: since, isOver: true },
      readyAt: overAt,
    }
  }
  const { begunAt } = before
  if (hasEnded)
    return {
      change: { kind: 'ended', ...about, since: begunAt, endedAt: seenAt },
      reported: { ...after, begunAt, isOver: true },
      readyAt: overAt,
    }
  if (!isOn || after.fingerprint === before.fingerprint) return undefined
  const isGrave = effect !== before.effect
  const readyAt = isGrave ? changedAt : Math.max(changedAt + changeMs, before.reportedAt + quietMs)
  if (now < readyAt) return undefined
  return {
    change: { kind: 'changed', ...about, since: begunAt, endedAt: null },
    reported: { ...after, begunAt, isOver: false },
    readyAt,
  }
}

/** The end of a reason whose row was deleted as an old one. */
function forgotten(code: string, before: ReportedReason, { now, watchedSince }: Moment): readonly Found[] {
  const readyAt = Math.max(before.reportedAt, watchedSince) + endMs
  if (now < readyAt) return []
  const { begunAt, reportedAt } = before
  const change = { kind: 'ended', code, total: 0, subjects: [], since: begunAt, endedAt: reportedAt } as const
  return [{ change, reported: { ...before, reportedAt: now, isOver: true }, readyAt }]
}

/** Numbers, such as bytes, change all the time. */
export function fingerprintOf({
  effect,
  total,
  subjects,
}: Pick<AlertReason, 'effect' | 'total' | 'subjects'>): string {
  return JSON.stringify([effect, total, ...subjects.map((text) => text.replaceAll(/\b\d+\b/g, '0'))])
}

/** Milliseconds from an attempt that failed to the next: at most an hour, for as long as it takes. */
const retryDelaysMs = [30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * secondMs)

/** `failures`: from 1. A server's `Retry-After` is followed up to an hour. */
export function retryDelayMs(failures: number, retryAfterMs: number): number {
  const longest = 3600 * secondMs
  const delay = retryDelaysMs[failures - 1] ?? longest
  return Math.min(Math.max(delay, retryAfterMs), longest)
}

/** Messages to a target in an hour. */
const maxMessagesAnHour = 12
const hourMs = 3600 * secondMs

interface HourCount {
  readonly hourStartsAt: number
  readonly hourMessages: number
}

/** Undefined: no further message in this hour. `pausedUntil`: this is its last one. */
export function countMessage(
  { hourStartsAt, hourMessages }: HourCount,
  now: number,
): (HourCount & { readonly pausedUntil: number | null }) | undefined {
  // By either sign: the clock may have been set back.
  const isOver = Math.abs(now - hourStartsAt) >= hourMs
  const count = isOver
    ? { hourStartsAt: now, hourMessages: 1 }
    : { hourStartsAt, hourMessages: hourMessages + 1 }
  if (count.hourMessages > maxMessagesAnHour) return undefined
  const isLast = count.hourMessages === maxMessagesAnHour
  return { ...count, pausedUntil: isLast ? count.hourStartsAt + hourMs : null }
}
