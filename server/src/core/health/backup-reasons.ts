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
}

/** Pure. `now` in milliseconds since 1970. */
export function backupSubjects(
  backup: BackupFacts | undefined,
  now: number,
): Readonly<Record<'backup-late' | 'backup-unreadable', Counted<string>>> {
  const isLate = backup !== undefined && now - (backup.takenAt ?? 0) > backup.maxAgeMs
  return {
    'backup-late': single(isLate, backup ? describe(backup) : ''),
    'backup-unreadable': single(backup?.drillProblem !== undefined, backup?.drillProblem ?? ''),
  }
}

function describe({ takenAt, problem }: BackupFacts): string {
  const newest =
    takenAt === undefined
      ? 'no backup was stored yet'
      : `the newest backup is of ${new Date(takenAt).toISOString().slice(0, 16)}Z`
  return problem === undefined ? newest : `${newest}; the last attempt failed: ${problem}`
}
