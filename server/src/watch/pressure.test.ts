import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { watchPressure } from './pressure.ts'

const maxDelay = 60

/** Holds the event loop up for `duration`, time and again, until `isOver`. */
async function block(duration: number, isOver: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!isOver() && performance.now() < deadline) {
    const end = performance.now() + duration
    while (performance.now() < end);
    await nextRound()
  }
}

it('rule: a loop that is late gives up listings, then other requests, lookups last; and takes all again by itself', async () => {
  const pressure = watchPressure({ maxDelay, outputShare: () => 0 })
  onTestFinished(pressure.close)
  expect([pressure.refuses('listing'), pressure.refuses('other'), pressure.isOverloaded()]).toEqual([
    false,
    false,
    false,
  ])
  await block(2 * maxDelay, () => pressure.refuses('listing'))
  expect([pressure.refuses('listing'), pressure.isOverloaded()]).toEqual([true, false])
  await block(5 * maxDelay, () => pressure.refuses('other'))
  expect([pressure.refuses('other'), pressure.isOverloaded()]).toEqual([true, false])
  await expect.poll(() => pressure.refuses('listing'), { timeout: 20_000 }).toBe(false)
})

it('rule: a loop that is late once is under no pressure', async () => {
  const pressure = watchPressure({ maxDelay, outputShare: () => 0 })
  onTestFinished(pressure.close)
  let times = 0
  await block(400, () => times++ > 0)
  await nextRound()
  expect(pressure.refuses('listing')).toBe(false)
})

it('rule: much that waits to be sent gives up listings, then other requests, lookups last', () => {
  let share = 0
  const pressure = watchPressure({ maxDelay, outputShare: () => share })
  onTestFinished(pressure.close)
  const refused = (filled: number) => {
    share = filled
    return [pressure.refuses('listing'), pressure.refuses('other'), pressure.isOverloaded()]
  }
  expect(refused(0.7)).toEqual([false, false, false])
  expect(refused(0.8)).toEqual([true, false, false])
  expect(refused(1.2)).toEqual([true, true, false])
  expect(refused(1.6)).toEqual([true, true, true])
})
