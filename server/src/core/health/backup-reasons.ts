import { type Counted, single } from './health-advice.ts'

/** What the commands of backups have noted; times in milliseconds since 1970. */
export interface BackupFacts {
  /** An older backup is late. */
  readonly maxAgeMs: number
  /** Of the newest that was stored; undefined: not yet. */
  readonly takenAt: number | undefined
  /** Why the last attempt failed; undefined after a success, as the next. */
  readonly problem: string | undefined
  /** Of the last drill. */
  readonly drillProblem: string | undefined
  /** Undefined: none is shipped. */
  readonly log: LogFacts | undefined
}

interface LogFacts {
  /** Of this process. */
  readonly startedAt: number
  /** What was committed before is in the target; undefined: not yet. */
  readonly shippedThrough: number | undefined
  readonly problem: string | undefined
}

/** Milliseconds: ten times what it takes. */
const maxLogDelayMs = 60_000

interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A copy that is held ships no log. */
  readonly isHeld: boolean
}

/** Pure. */
export function backupSubjects(
  backup: BackupFacts | undefined,
  { now, isHeld }: Circumstances,
): Readonly<Record<'backup-late' | 'backup-unreadable' | 'log-shipping-late', Counted<string>>> {
  const isLate = backup !== undefined && now - (backup.takenAt ?? 0) > backup.maxAgeMs
  return {
    'backup-late': single(isLate, backup ? describe(backup) : ''),
    'log-shipping-late': lateLog(isHeld ? undefined : backup?.log, now),
    'backup-unreadable': single(backup?.drillProblem !== undefined, backup?.drillProblem ?? ''),
  }
}

/** At least 0; counted from the start of the service on. */
export function logDelayMs({ startedAt, shippedThrough = startedAt }: LogFacts, now: number): number {
  return Math.max(0, now - Math.max(startedAt, shippedThrough))
}

function lateLog(log: LogFacts | undefined, now: number): Counted<string> {
  if (!log) return single(false, '')
  const { shippedThrough, problem } = log
  const through =
    shippedThrough === undefined
      ? 'the whole database is not stored yet'
      : `what was written since ${new Date(shippedThrough).toISOString().slice(0, 19)}Z is not stored yet`
  return single(
    logDelayMs(log, now) > maxLogDelayMs,
    problem === undefined ? through : `${through}: ${problem}`,
  )
}

function describe({ takenAt, problem }: BackupFacts): string {
  const newest =
    takenAt === undefined
      ? 'no backup was stored yet'
      : `the newest backup is of ${new Date(takenAt).toISOString().slice(0, 16)}Z`
  return problem === undefined ? newest : `${newest}; the last attempt failed: ${problem}`
}
