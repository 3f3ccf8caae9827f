import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

const never = new AbortController().signal

test('rule: no more tasks run at once than the gate holds, in the order they came', async () => {
  const gate = createGate(2)
  const started: number[] = []
  const releases: (() => void)[] = []
  const tasks = [0, 1, 2, 3].map((index) =>
    gate(() => {
      started.push(index)
      return new Promise<number>((resolve) => releases.push(() => resolve(index)))
    }, never),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  releases[1]?.()
  expect(await tasks[1]).toBe(1)
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  releases[0]?.()
  await tasks[0]
  await Promise.resolve()
  releases[2]?.()
  releases[3]?.()
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3])
})

test('rule: a task that failed leaves its place', async () => {
  const gate = createGate(1)
  await expect(gate(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no')
  expect(await gate(() => Promise.resolve('yes'), never)).toBe('yes')
})

test('rule: a task whose time runs out while it waits is not run, and takes no place', async () => {
  const gate = createGate(1)
  const running = Promise.withResolvers<string>()
  const first = gate(() => running.promise, never)
  const impatient = new AbortController()
  let ran = false
  const waiting = gate(async () => {
    ran = true
  }, impatient.signal)
  impatient.abort(new Error('out of time'))
  await expect(waiting).rejects.toThrow('out of time')
  await expect(gate(() => Promise.resolve(), AbortSignal.abort(new Error('too late')))).rejects.toThrow(
    'too late',
  )
  running.resolve('done')
  expect(await first).toBe('done')
  expect(await gate(() => Promise.resolve('next'), never)).toBe('next')
  expect(ran).toBe(false)
})
