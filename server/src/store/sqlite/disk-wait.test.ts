import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDiskWait } from './disk-wait.ts'

function start() {
  const state = { now: 0, diskReads: 0 }
  const wait = createDiskWait({ now: () => state.now, diskReads: () => state.diskReads })
  const here = (ms: number, fromDisk: number) => {
    state.now += ms
    state.diskReads += fromDisk
    return wait.noteHere(ms)
  }
  return { state, wait, here }
}

test('waiting for the disk: reads from memory never count, nor slow ones for which the disk read nothing', () => {
  const { here } = start()
  const ms = fc.double({ min: 0, max: 1_000, noNaN: true })
  fc.assert(fc.property(ms, (each) => !here(each, 0)))
  for (let count = 0; count < 10_000; count++) expect(here(0.1, 1)).toBe(false)
})

test('waiting for the disk: it is too long from 5 ms within about a second on', () => {
  const { here } = start()
  expect(here(6, 1)).toBe(true)
  expect([here(3, 1), here(3, 1)]).toEqual([false, true])
})

test('waiting for the disk: a slow read now and then is not too long', () => {
  const { state, here } = start()
  for (let count = 0; count < 100; count++) {
    expect(here(3, 1)).toBe(false)
    state.now += 2_000
  }
})

test('waiting for the disk: reads in threads return once they have been fast for two seconds', () => {
  const { state, wait, here } = start()
  expect(here(6, 1)).toBe(true)
  const observe = (ms: number, fromDisk: number) => {
    state.now += 100
    state.diskReads += fromDisk
    return wait.noteThere([ms])
  }
  for (let count = 0; count < 100; count++) expect(observe(2, 1)).toBe(false)
  const outcomes = Array.from({ length: 40 }, () => observe(0.05, 1))
  expect(outcomes.indexOf(true)).toBeGreaterThan(15)
})

test('waiting for the disk: reads in threads return when they are slow without the disk', () => {
  const { state, wait, here } = start()
  expect(here(6, 1)).toBe(true)
  state.now += 2_001
  expect(wait.noteThere([500])).toBe(true)
})
