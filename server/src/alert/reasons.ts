import type { AlertReason } from '../model/alert.ts'
import { endMs, fingerprintOf } from './changes.ts'
import { boundedSubject } from './text.ts'

/** A reason as a process finds it now. */
export interface FoundReason extends Pick<AlertReason, 'code' | 'effect' | 'total' | 'subjects'> {
  /** Milliseconds since 1970, as this process knows it. */
  readonly since: number
  readonly seenAt: number
}

/** Subjects that are kept of a reason. */
const maxSubjects = 5

/** Milliseconds: several processes find the same, and one of them writes it. */
const minIntervalMs = 5_000

/**
 * What is stored of a reason that was found, after what is stored; undefined: nothing new. One that was not found for
 * `endMs` begins anew.
 */
export function reasonAfter(before: AlertReason | undefined, found: FoundReason): AlertReason | undefined {
  const { code, effect, total, seenAt } = found
  const subjects = found.subjects.slice(0, maxSubjects).map(boundedSubject)
  const about = { code, effect, total, subjects }
  const since = Math.min(found.since, seenAt)
  // A time in the future: the clock was set back.
  if (!before || seenAt - before.seenAt >= endMs || before.since > seenAt)
    return { ...about, since, seenAt, changedAt: seenAt }
  const isChanged = fingerprintOf(about) !== fingerprintOf(before)
  if (!isChanged && Math.abs(seenAt - before.seenAt) < minIntervalMs) return undefined
  return {
    ...about,
    since: before.since,
    seenAt,
    changedAt: isChanged ? seenAt : Math.min(before.changedAt, seenAt),
  }
}
