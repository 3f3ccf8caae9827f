import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createKeyedSemaphore, createSemaphore } from './limits.ts'

const never = new AbortController().signal

test('rule: no more tasks run at a time than the semaphore allows, in the order of their arrival', async () => {
  const semaphore = createSemaphore(2)
  const started: number[] = []
  const releases: (() => void)[] = []
  const tasks = [0, 1, 2, 3].map((index) =>
    semaphore(() => {
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

test('rule: a failed task releases its slot', async () => {
  const semaphore = createSemaphore(1)
  await expect(semaphore(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no')
  expect(await semaphore(() => Promise.resolve('yes'), never)).toBe('yes')
})

test('rule: a task whose signal aborts while it waits is not run, and takes no slot', async () => {
  const semaphore = createSemaphore(1)
  const running = Promise.withResolvers<string>()
  const first = semaphore(() => running.promise, never)
  const impatient = new AbortController()
  let ran = false
  const waiting = semaphore(async () => {
    ran = true
  }, impatient.signal)
  impatient.abort(new Error('out of time'))
  await expect(waiting).rejects.toThrow('out of time')
  await expect(semaphore(() => Promise.resolve(), AbortSignal.abort(new Error('too late')))).rejects.toThrow(
    'too late',
  )
  running.resolve('done')
  expect(await first).toBe('done')
  expect(await semaphore(() => Promise.resolve('next'), never)).toBe('next')
  expect(ran).toBe(false)
})

test('rule: all tasks that wait with one signal share one listener on it, which is removed after their turn', async () => {
  const semaphore = createSemaphore(1)
  const { signal } = new AbortController()
  const running = Promise.withResolvers<void>()
  const first = semaphore(() => running.promise, signal)
  const order: number[] = []
  const waiting = Array.from({ length: 1000 }, (_, index) =>
    semaphore(async () => void order.push(index), signal),
  )
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  running.resolve()
  await Promise.all([first, ...waiting])
  expect(order).toEqual(waiting.map((_, index) => index))
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('rule: when a signal aborts, all tasks that wait with it are dropped, and the others stay queued', async () => {
  const semaphore = createSemaphore(1)
  const running = Promise.withResolvers<void>()
  const first = semaphore(() => running.promise, never)
  const impatient = new AbortController()
  const waiting = [1, 2, 3].map(() => semaphore(() => Promise.resolve(), impatient.signal))
  const patient = semaphore(() => Promise.resolve('served'), never)
  impatient.abort(new Error('out of time'))
  for (const one of waiting) await expect(one).rejects.toThrow('out of time')
  running.resolve()
  await first
  expect(await patient).toBe('served')
})

test('rule: a key at its limit does not delay another key', async () => {
  const semaphoreOf = createKeyedSemaphore(1)
  const running = Promise.withResolvers<string>()
  const first = semaphoreOf('one')(() => running.promise, never)
  let ran = false
  const second = semaphoreOf('one')(async () => {
    ran = true
  }, never)
  expect(await semaphoreOf('other')(() => Promise.resolve('served'), never)).toBe('served')
  expect(ran).toBe(false)
  running.resolve('done')
  expect(await first).toBe('done')
  await second
  expect(ran).toBe(true)
})
