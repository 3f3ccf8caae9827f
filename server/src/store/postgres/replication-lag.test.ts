import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Replication, ReplicationLag } from './replication-lag.ts'

const current: Replication = {
  isReplica: true,
  position: 100n,
  primaryEnd: 100n,
  silentMs: 0,
  commitAgeMs: 5_000,
}
const cutOff = { primaryEnd: null, silentMs: null } as const

/** The lag at the end of observations at given times. */
function lagAfter(
  now: number,
  ...observations: readonly (readonly [number, Partial<Replication>])[]
): number {
  const lag = new ReplicationLag()
  for (const [at, replication] of observations) lag.observe({ ...current, ...replication }, at)
  return lag.read(now)
}

describe('The lag of a replica', () => {
  it('rule: it is the age of the last message whose end of the log is replayed', () => {
    expect(lagAfter(1_000, [1_000, {}])).toBe(0)
    expect(lagAfter(1_000, [1_000, { silentMs: 30 }])).toBe(30)
  })

  it('rule: an idle primary makes nothing old but its last message', () => {
    expect(lagAfter(60_000, [0, {}], [60_000, { silentMs: 12_000, commitAgeMs: 60_000 }])).toBe(12_000)
  })

  it('rule: it grows while the replay is paused, if there is anything to replay', () => {
    expect(lagAfter(9_000, [0, {}], [9_000, {}])).toBe(0)
    expect(lagAfter(9_000, [0, {}], [4_000, { primaryEnd: 200n }], [9_000, { primaryEnd: 300n }])).toBe(9_000)
  })

  it('rule: it ends once what was pending is replayed', () => {
    const paused = [
      [0, {}],
      [4_000, { primaryEnd: 200n }],
    ] as const
    expect(lagAfter(9_000, ...paused, [9_000, { position: 250n, primaryEnd: 300n }])).toBe(5_000)
    expect(lagAfter(9_000, ...paused, [9_000, { position: 300n, primaryEnd: 300n }])).toBe(0)
  })

  it('rule: it grows while the replica is cut off, whatever it replays of what it has received', () => {
    expect(lagAfter(70_000, [0, {}], [60_000, { silentMs: 60_000 }], [70_000, cutOff])).toBe(70_000)
    expect(
      lagAfter(70_000, [0, {}], [9_000, { primaryEnd: 200n }], [70_000, { ...cutOff, position: 150n }]),
    ).toBe(70_000)
  })

  it('rule: a replica that was restarted counts as current only once it is where it was', () => {
    expect(lagAfter(2_000, [0, {}], [2_000, { ...cutOff, position: 90n }])).toBe(Number.POSITIVE_INFINITY)
    expect(lagAfter(2_000, [0, {}], [1_000, { ...cutOff, position: 90n }], [2_000, cutOff])).toBe(2_000)
  })

  it('rule: where another server leads without the end of the log that was seen, it counts from what that one has', () => {
    const lost = [
      [0, { isReplica: false, ...cutOff }],
      [0, { primaryEnd: 200n }],
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...lost), fc.bigInt(1n, 60n), fc.nat(60_000), (before, end, at) => {
        // Never where the new primary is, as beside writes.
        const behind = [0n, 10n, 20n, 30n].map(
          (more, index) =>
            [at + 100 * index, { position: end + more, primaryEnd: end + more + 10n }] as const,
        )
        expect(lagAfter(at + 300, before, [at, { ...cutOff, position: end }], ...behind)).toBe(100)
      }),
    )
  })

  it('rule: cut off from the first observation on, it is the age of the last replayed commit', () => {
    expect(lagAfter(3_000, [1_000, cutOff])).toBe(7_000)
    expect(lagAfter(3_000, [1_000, { ...cutOff, commitAgeMs: null }])).toBe(Number.POSITIVE_INFINITY)
    expect(lagAfter(3_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it('rule: a clock of the replica that was set back makes nothing newer than the observation', () => {
    expect(lagAfter(3_000, [1_000, { silentMs: -60_000 }])).toBe(2_000)
  })

  it('rule: a primary is not behind', () => {
    expect(lagAfter(1_000, [1_000, { ...cutOff, isReplica: false }])).toBe(0)
  })
})
