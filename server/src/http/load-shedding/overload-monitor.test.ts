import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createOverloadMonitor } from './overload-monitor.ts'

const maxDelayMs = 60

/** Holds the event loop up for `duration`, time and again, until `isOver`. */
async function block(durationMs: number, isOver: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!isOver() && performance.now() < deadline) {
    const end = performance.now() + durationMs
    while (performance.now() < end);
    await nextRound()
  }
}

it('rule: a delayed event loop sheds listings, then other requests, lookups last; and accepts all again once it has recovered', async () => {
  const monitor = createOverloadMonitor({ maxDelayMs, outputFillRatio: () => 0 })
  onTestFinished(monitor.close)
  expect([monitor.shouldShed('listing'), monitor.shouldShed('other'), monitor.shouldShedLookups()]).toEqual([
    false,
    false,
    false,
  ])
  await block(2 * maxDelayMs, () => monitor.shouldShed('listing'))
  expect([monitor.shouldShed('listing'), monitor.shouldShedLookups()]).toEqual([true, false])
  await block(5 * maxDelayMs, () => monitor.shouldShed('other'))
  expect([monitor.shouldShed('other'), monitor.shouldShedLookups()]).toEqual([true, false])
  await expect.poll(() => monitor.shouldShed('listing'), { timeout: 20_000 }).toBe(false)
})

it('rule: a single delay of the event loop is no overload', async () => {
  const monitor = createOverloadMonitor({ maxDelayMs, outputFillRatio: () => 0 })
  onTestFinished(monitor.close)
  let times = 0
  await block(400, () => times++ > 0)
  await nextRound()
  expect(monitor.shouldShed('listing')).toBe(false)
})

it('rule: full output buffers shed listings, then other requests, lookups last', () => {
  let share = 0
  const monitor = createOverloadMonitor({ maxDelayMs, outputFillRatio: () => share })
  onTestFinished(monitor.close)
  const refused = (filled: number) => {
    share = filled
    return [monitor.shouldShed('listing'), monitor.shouldShed('other'), monitor.shouldShedLookups()]
  }
  expect(refused(0.7)).toEqual([false, false, false])
  expect(refused(0.8)).toEqual([true, false, false])
  expect(refused(1.2)).toEqual([true, true, false])
  expect(refused(1.6)).toEqual([true, true, true])
})
