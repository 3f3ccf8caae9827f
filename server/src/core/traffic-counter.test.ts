import { expect, it } from 'vitest'
import { createTrafficCounter, quantile } from './traffic.ts'

const periodMs = 300_000

it('rule: counts belong to the period of the flush before, and are kept when they cannot be written', async () => {
  const counter = createTrafficCounter(7 * periodMs + 1)
  const written: object[] = []
  const write = async (startsAt: number, { writes }: { readonly writes: number }) => {
    written.push({ startsAt, writes })
  }
  const fail = () => Promise.reject(new Error('unavailable'))
  counter.addWrite()
  await expect(counter.flush(8 * periodMs, fail)).rejects.toThrow('unavailable')
  counter.addWrite()
  counter.addWrite()
  await expect(counter.flush(9 * periodMs, fail)).rejects.toThrow('unavailable')
  await counter.flush(9 * periodMs + 1, write)
  await counter.flush(9 * periodMs + 2, write)
  expect(written).toEqual([
    { startsAt: 7 * periodMs, writes: 1 },
    { startsAt: 8 * periodMs, writes: 2 },
    { startsAt: 9 * periodMs, writes: 0 },
    { startsAt: 9 * periodMs, writes: 0 },
  ])
})

it('rule: what cannot be written for longer than a day stays, in at most 288 periods', async () => {
  const counter = createTrafficCounter(0)
  const fail = () => Promise.reject(new Error('unavailable'))
  for (let period = 1; period <= 400; period++) {
    counter.addWrite()
    await counter.flush(period * periodMs, fail).catch(() => {})
  }
  const written: number[] = []
  await counter.flush(401 * periodMs, async (_, { writes }) => void written.push(writes))
  expect(written).toHaveLength(288)
  expect(written.at(-1)).toBe(400 - 287)
})

it.each([
  { counts: [0, 0, 0], share: 0.5, expected: null },
  { counts: [4, 0, 0], share: 0.5, expected: 5 },
  { counts: [2, 2, 0], share: 0.75, expected: 15 },
  { counts: [0, 0, 1], share: 0.99, expected: 20 },
])('rule: the quantile $share of $counts is $expected', ({ counts, share, expected }) => {
  expect(quantile([10, 20], counts, share)).toBe(expected)
})
