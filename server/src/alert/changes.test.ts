import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../test/support/seed.ts'
import type { AlertChange, AlertReason, Reported } from '../model/alert.ts'
import { countMessage, endMs, findChanges, retryDelayMs } from './changes.ts'
import { reasonAfter } from './reasons.ts'

const secondMs = 1000
const hourMs = 3600 * secondMs
const start = 1_000_000_000_000

/** What one or more processes find, with a time in seconds for which it lasts; null: nothing. */
interface Phase {
  readonly seconds: number
  readonly subjects: readonly string[] | null
  readonly effect?: AlertReason['effect']
  /** A process starts with the phase, and knows nothing of before. */
  readonly isRestart?: boolean
}

interface Sent {
  readonly at: number
  readonly changes: readonly AlertChange[]
}

/** Lets time pass in steps of ten seconds, for a reason, with all messages delivered. */
function play(phases: readonly Phase[]): readonly Sent[] {
  const code = 'signer-failing'
  const sent: Sent[] = []
  let now = start
  let watchedSince = start
  let since = start
  let stored: AlertReason | undefined
  let reported: Reported = {}
  for (const { seconds, subjects, effect = 'degraded', isRestart } of phases) {
    if (isRestart) watchedSince = now
    if (isRestart || !stored || stored.seenAt < now - 10 * secondMs) since = now
    for (const end = now + seconds * secondMs; now < end; now += 10 * secondMs) {
      if (subjects) {
        const found = { code, effect, total: subjects.length, subjects, since, seenAt: now }
        stored = reasonAfter(stored, found) ?? stored
      }
      const moment = { now, watchedSince, createdAt: start }
      const found = findChanges(stored ? [stored] : [], reported, moment)
      if (!found) continue
      sent.push({ at: now, changes: found.changes })
      reported = found.reported
    }
  }
  return sent
}

const kindsOf = (sent: readonly Sent[]) => sent.flatMap(({ changes }) => changes.map(({ kind }) => kind))

const on = (seconds: number, ...subjects: readonly string[]): Phase => ({ seconds, subjects })
const off = (seconds: number): Phase => ({ seconds, subjects: null })

describe('changes of reasons', () => {
  test('rule: a reason that lasts is begun once, and ended once', () => {
    const sent = play([off(60), on(600, 'a'), off(3600)])
    expect(kindsOf(sent)).toEqual(['begun', 'ended'])
    const [begun, ended] = sent
    expect((begun?.at ?? 0) - start).toBe((60 + 50) * secondMs)
    expect(ended?.changes[0]).toMatchObject({ since: start + 60 * secondMs, endedAt: start + 650 * secondMs })
  })

  test.each([
    ['one of less than half a minute', [on(20, 'a'), off(600)], []],
    [
      'a pause of less than two minutes',
      [on(300, 'a'), off(110), on(300, 'a'), off(600)],
      ['begun', 'ended'],
    ],
    ['a flap', Array.from({ length: 60 }, () => [on(20, 'a'), off(60)]).flat(), ['begun']],
    ['other numbers', [on(300, '10 MB'), on(1200, '11 MB')], ['begun']],
    ['another subject for a while', [on(900, 'a'), on(30, 'b'), on(900, 'a')], ['begun']],
    ['another subject', [on(900, 'a'), on(300, 'b')], ['begun', 'changed']],
    ['another subject soon', [on(120, 'a'), on(300, 'b'), on(400, 'b')], ['begun', 'changed']],
    [
      'subjects in turn',
      [on(60, 'a'), ...Array.from({ length: 40 }, () => [on(10, 'b'), on(10, 'a')]).flat()],
      ['begun'],
    ],
    ['a restart', [on(300, 'a'), { ...on(300, 'a'), isRestart: true }], ['begun']],
    [
      'an hour without a process',
      [on(300, 'a'), { ...on(300, 'a'), isRestart: true }, off(600)],
      ['begun', 'ended'],
    ],
  ] as const)('%s', (_title, phases, kinds) => {
    expect(kindsOf(play(phases))).toEqual(kinds)
  })

  test('rule: a graver effect is reported as soon as it is found', () => {
    const sent = play([on(120, 'a'), { seconds: 60, subjects: ['a'], effect: 'unavailable' }])
    expect(kindsOf(sent)).toEqual(['begun', 'changed'])
    expect((sent[1]?.at ?? 0) - start).toBeLessThanOrEqual(150 * secondMs)
  })

  test('rule: what has just begun to be watched does not end', () => {
    const reason = { code: 'x', effect: 'degraded', total: 1, subjects: ['a'] } as const
    const times = { since: start, seenAt: start + hourMs, changedAt: start }
    const begun = findChanges(
      [{ ...reason, ...times }],
      {},
      { now: start + hourMs, watchedSince: start, createdAt: 0 },
    )
    const later = start + 2 * hourMs
    const moment = { now: later, watchedSince: later - 60_000, createdAt: 0 }
    expect(findChanges([{ ...reason, ...times }], begun?.reported ?? {}, moment)).toBeUndefined()
    const ended = findChanges([{ ...reason, ...times }], begun?.reported ?? {}, {
      ...moment,
      watchedSince: start,
    })
    expect(ended?.changes).toMatchObject([{ kind: 'ended', endedAt: start + hourMs }])
  })

  test('rule: several that begin within seconds are one message', () => {
    const reasons = [0, 5, 10, 14].map((seconds, index): AlertReason => {
      const since = start + seconds * secondMs
      return {
        ...{ code: `code-${index}`, effect: 'degraded', total: 1, subjects: ['a'], since, changedAt: since },
        seenAt: start + 60 * secondMs,
      }
    })
    const at = (now: number) => findChanges(reasons, {}, { now, watchedSince: start, createdAt: start })
    expect(at(start + 44 * secondMs)).toBeUndefined()
    expect(at(start + 45 * secondMs)?.changes).toHaveLength(4)
  })

  test('rule: one that began and ended before a message could be sent is reported as passed', () => {
    const times = { since: start, seenAt: start + 300 * secondMs, changedAt: start }
    const reason = { code: 'x', effect: 'degraded', total: 1, subjects: ['a'], ...times } as const
    const now = start + hourMs
    const found = findChanges([reason], {}, { now, watchedSince: start, createdAt: start })
    expect(found?.changes).toMatchObject([{ kind: 'passed', since: start, endedAt: reason.seenAt }])
    const again = { now: now + hourMs, watchedSince: start, createdAt: start }
    expect(findChanges([reason], found?.reported ?? {}, again)).toBeUndefined()
    expect(findChanges([reason], {}, { now, watchedSince: start, createdAt: now })).toBeUndefined()
  })

  test('rule: a reason that another process finds after its end was reported, with a clock that is behind, begins', () => {
    const times = { since: start, seenAt: start + 300 * secondMs, changedAt: start }
    const reason = { code: 'x', effect: 'degraded', total: 1, subjects: ['a'], ...times } as const
    const moment = { now: start + hourMs, watchedSince: start, createdAt: start }
    const over = findChanges([reason], {}, moment)?.reported ?? {}
    const later = { ...reason, seenAt: moment.now + 60_000 }
    const found = findChanges([later], over, { ...moment, now: moment.now + 70_000 })
    expect(found?.changes).toMatchObject([{ kind: 'begun' }])
  })

  test('property: reports of a reason are begun, changed and ended in turn, and differ from the one before', () => {
    const phase = fc.record({
      seconds: fc.integer({ min: 1, max: 100 }).map((tens) => tens * 10),
      subjects: fc.option(fc.subarray(['a', 'b', 'c 1', 'c 2'], { minLength: 1 }), { nil: null }),
      effect: fc.constantFrom('degraded' as const, 'unavailable' as const),
      isRestart: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(phase, { maxLength: 30 }), (phases) => {
        const sent = play([...phases, off(3600)])
        let isOn = false
        let before = ''
        for (const { changes } of sent) {
          expect(changes).toHaveLength(1)
          for (const { kind, total, subjects } of changes) {
            expect(kind === 'begun' || kind === 'passed' ? !isOn : isOn).toBe(true)
            isOn = kind === 'begun' || kind === 'changed'
            const said = JSON.stringify([kind, total, subjects])
            if (kind !== 'changed') expect(said).not.toBe(before)
            before = said
          }
        }
        expect(isOn).toBe(false)
        const spans = sent.map(({ at }, index) => at - (sent[index - 1]?.at ?? 0))
        expect(spans.every((span) => span >= 10 * secondMs)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

test('an hour has at most twelve messages, and the last one says until when', () => {
  let count = { hourStartsAt: 0, hourMessages: 0 }
  const pauses: (number | null)[] = []
  for (let index = 0; index < 12; index++) {
    const next = countMessage(count, start + index)
    if (!next) throw new Error('It is allowed.')
    pauses.push(next.pausedUntil)
    count = next
  }
  expect(pauses.slice(0, -1).every((pause) => pause === null)).toBe(true)
  expect(pauses.at(-1)).toBe(start + hourMs)
  expect(countMessage(count, start + hourMs - 1)).toBeUndefined()
  expect(countMessage(count, start + hourMs)).toMatchObject({ hourMessages: 1 })
  expect(countMessage(count, start - hourMs)).toMatchObject({ hourMessages: 1 })
})

test.each([
  [1, 0, 30],
  [2, 0, 60],
  [7, 0, 3600],
  [1000, 0, 3600],
  [1, 90_000, 90],
  [1, 86_400_000, 3600],
])(
  'after failure %i, with a Retry-After of %i ms, the next attempt is in %i s',
  (failures, after, seconds) => {
    expect(retryDelayMs(failures, after)).toBe(seconds * secondMs)
  },
)

test('endMs is longer than it takes to find all after a start', () => expect(endMs).toBeGreaterThan(90_000))
