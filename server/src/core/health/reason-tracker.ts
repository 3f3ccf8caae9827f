import type { FoundReason, HealthCode } from './health-advice.ts'

export interface HealthReason extends FoundReason {
  /** Milliseconds since 1970 at which this process first found it. */
  readonly since: number
}

export interface ReasonListener {
  /** Also when what it is about has changed. */
  readonly onReason: (reason: HealthReason) => void
  readonly onEnd: (code: HealthCode, lastedMs: number) => void
}

interface TrackerOptions extends ReasonListener {
  /** After its abort, nothing is reported. */
  readonly shutdown: AbortSignal
}

/** Returns a function that is given what was found, at a time in milliseconds since 1970, and adds since when it lasts. */
export function createReasonTracker({
  shutdown,
  ...listener
}: TrackerOptions): (found: readonly FoundReason[], at: number) => readonly HealthReason[] {
  let known: ReadonlyMap<HealthCode, HealthReason> = new Map()
  return (found, at) => {
    const reasons = found.map((reason) => ({ ...reason, since: known.get(reason.code)?.since ?? at }))
    if (shutdown.aborted) return reasons
    reportChanges(known, reasons, at, listener)
    known = new Map(reasons.map((reason) => [reason.code, reason]))
    return reasons
  }
}

function reportChanges(
  before: ReadonlyMap<HealthCode, HealthReason>,
  now: readonly HealthReason[],
  at: number,
  { onReason, onEnd }: ReasonListener,
): void {
  for (const reason of now) {
    const known = before.get(reason.code)
    if (known?.total !== reason.total || !areAlike(known.subjects, reason.subjects)) onReason(reason)
  }
  for (const { code, since } of before.values())
    if (!now.some((reason) => reason.code === code)) onEnd(code, at - since)
}

/** Numbers in them, such as bytes, change all the time. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const withoutNumbers = (texts: readonly string[]) => texts.join('\n').replaceAll(/\b\d+\b/g, '0')
  return withoutNumbers(one) === withoutNumbers(other)
}
