import { expect, it } from 'vitest'
import { type ChainReading, judgeTime } from './chain-time.ts'

const hour = 3_600_000
const minute = 60_000

function reading(ageMs: number, rest: Partial<ChainReading> = {}): ChainReading {
  return { chainId: 1, blockTime: 0, ageMs, aheadOfRpcMs: undefined, progress: undefined, ...rest }
}

const live = { blockMs: minute, elapsedMs: minute }
const still = { blockMs: 0, elapsedMs: minute }
const none = { clock: undefined, behind: [] }

it.each([
  ['a block of a few seconds ago', [reading(12_000)]],
  ['a block that a fast proposer has dated ahead', [reading(-15_000)]],
  ['a chain without a block for nine minutes', [reading(9 * minute)]],
  ['an RPC whose own clock is a little off', [reading(12_000, { aheadOfRpcMs: 30_000 })]],
  [
    'one RPC of two whose own clock is far off',
    [reading(9_000, { aheadOfRpcMs: -hour }), reading(9_000, { chainId: 10, aheadOfRpcMs: 200 })],
  ],
  ['no RPC at all', []],
  ['an old block, before anything says whether the clock or the RPC is wrong', [reading(hour)]],
])('rule: nothing is wrong with %s', (_, readings) => expect(judgeTime(readings, undefined)).toEqual(none))

it.each([
  ['a block that is later than now', [reading(-hour)], undefined, -hour],
  [
    'such a block of one chain of two',
    [reading(5 * minute, { chainId: 10 }), reading(-2 * minute)],
    undefined,
    -2 * minute,
  ],
  ['old blocks after this clock was moved', [reading(hour)], hour, hour],
  [
    'blocks that are all as old, and come as time passes',
    [reading(hour, { progress: live }), reading(hour + 9_000, { chainId: 10, progress: still })],
    undefined,
    hour,
  ],
  [
    'old blocks, and RPCs on the internet with the same time',
    [reading(hour, { aheadOfRpcMs: hour - 3_000 })],
    undefined,
    hour - 3_000,
  ],
  ['a few minutes, by all RPCs', [reading(5 * minute, { aheadOfRpcMs: 5 * minute })], undefined, 5 * minute],
])('rule: the clock is wrong by %s', (_, readings, steppedMs, offsetMs) =>
  expect(judgeTime(readings, steppedMs)).toMatchObject({ clock: { offsetMs }, behind: [] }),
)

const old = reading(2 * hour)

it.each([
  ['this clock was not moved since it was right', [old], 12],
  ['another chain has the time of this clock', [old, reading(4_000, { chainId: 10 })], undefined],
  ['the RPC itself has the time of this clock', [{ ...old, aheadOfRpcMs: 800 }], undefined],
  ['no block comes', [{ ...old, progress: still }], undefined],
  ['it catches up', [{ ...old, progress: { blockMs: 40 * hour, elapsedMs: minute } }], undefined],
])('rule: an RPC is behind if its blocks are old and %s', (_, readings, steppedMs) => {
  const { clock, behind } = judgeTime(readings, steppedMs)
  expect({ clock, chains: behind.map(({ ageMs }) => ageMs) }).toEqual({
    clock: undefined,
    chains: [2 * hour],
  })
})
