import { describe, expect, it } from 'vitest'
import { type BackupFacts, backupSubjects } from './backup-reasons.ts'

const hour = 3_600_000
const now = Date.UTC(2030, 0, 3)
const fine = {
  maxAgeMs: 36 * hour,
  takenAt: now - 35 * hour,
  problem: undefined,
  drillProblem: undefined,
  log: undefined,
}
const problem = 's3://names does not respond'

const cases: readonly [string, BackupFacts | undefined, readonly string[], readonly string[]][] = [
  ['without a target', undefined, [], []],
  ['with a backup that is new enough', fine, [], []],
  ['after one attempt that failed', { ...fine, problem }, [], []],
  ['before the first backup', { ...fine, takenAt: undefined }, ['no backup was stored yet'], []],
  [
    'with a backup that is too old',
    { ...fine, takenAt: now - 37 * hour, problem },
    [`the newest backup is of 2030-01-01T11:00Z; the last attempt failed: ${problem}`],
    [],
  ],
  ['after a drill that failed', { ...fine, drillProblem: problem }, [], [problem]],
]

describe('The health of backups', () => {
  it.each(cases)('rule: %s', (_, facts, late, unreadable) => {
    const subjects = backupSubjects(facts, { now, isHeld: false })
    expect(subjects['backup-late'].first).toEqual(late)
    expect(subjects['backup-unreadable'].first).toEqual(unreadable)
  })

  const log = { startedAt: now - hour, shippedThrough: now - 59_000, problem: undefined }
  const stillMissing = 'what was written since 2030-01-02T23:58:59Z is not stored yet'

  it.each([
    ['without a log', undefined, []],
    ['with one of a minute ago', log, []],
    ['with a later one', { ...log, shippedThrough: now - 61_000 }, [stillMissing]],
    [
      'with one that failed',
      { ...log, shippedThrough: now - 61_000, problem },
      [`${stillMissing}: ${problem}`],
    ],
    [
      'before its first state',
      { ...log, shippedThrough: undefined },
      ['the whole database is not stored yet'],
    ],
    ['after a start, with one of the start before', { ...log, startedAt: now - 5000, shippedThrough: 0 }, []],
  ])('rule: %s', (_, log, late) => {
    const found = (isHeld: boolean) =>
      backupSubjects({ ...fine, log }, { now, isHeld })['log-shipping-late'].first
    expect(found(false)).toEqual(late)
    expect(found(true)).toEqual([])
  })
})
