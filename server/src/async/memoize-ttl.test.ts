import { expect, test } from 'vitest'
import { memoizeTtl } from './memoize-ttl.ts'

/** A load that counts its runs, and a clock that is moved by hand. */
function rig(load: (run: number) => Promise<string>) {
  const state = { runs: 0, now: 0 }
  const read = memoizeTtl(
    () => {
      state.runs += 1
      return load(state.runs)
    },
    { ttlMs: 1000, clock: () => state.now },
  )
  return { state, read }
}

test('rule: a value is reused until its lifetime is over', async () => {
  const { state, read } = rig(async (run) => `value ${run}`)
  expect(await read()).toBe('value 1')
  state.now = 999
  expect(await read()).toBe('value 1')
  state.now = 1000
  expect(await read()).toBe('value 2')
})

test('rule: callers at the same moment share one load', async () => {
  const { state, read } = rig(async (run) => `value ${run}`)
  expect(await Promise.all([read(), read(), read()])).toEqual(['value 1', 'value 1', 'value 1'])
  expect(state.runs).toBe(1)
})

test('rule: a failure is shared but not remembered', async () => {
  const { read } = rig(async (run) => {
    if (run === 1) throw new Error('down')
    return `value ${run}`
  })
  const outcomes = await Promise.allSettled([read(), read()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read()).toBe('value 2')
})
