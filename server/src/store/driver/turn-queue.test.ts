import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '../../errors.ts'
import { createTurnQueue } from './turn-queue.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Lets promises settle, as many in a row as a queue has steps. */
async function settle(): Promise<void> {
  for (let step = 0; step < 20; step++) await Promise.resolve()
}

function scene(limits: Parameters<typeof createTurnQueue>[0] = {}) {
  const queue = createTurnQueue({
    perSubject: 2,
    total: 3,
    maxWaiting: 4,
    timeoutMs: 500,
    stuckMs: 1_000,
    ...limits,
  })
  const running: string[] = []
  const ends: (() => void)[] = []
  const outcomes: string[] = []
  const start = (subject: string, title = subject) => {
    const work = async () => {
      running.push(title)
      await new Promise<void>((resolve) => ends.push(resolve))
      return title
    }
    void queue.run(subject, work).then(
      () => outcomes.push(`${title} done`),
      (error: unknown) =>
        outcomes.push(error instanceof DatabaseUnavailableError ? `${title} refused` : `${error}`),
    )
  }
  const endFirst = async () => {
    ends.shift()?.()
    await settle()
  }
  return { start, endFirst, running, outcomes }
}

test('rule: so many of a subject and in all run at a time, and others in their order', async () => {
  const { start, endFirst, running, outcomes } = scene()
  for (const title of ['a1', 'a2', 'a3', 'b1', 'b2']) start(title.charAt(0), title)
  await settle()
  expect(running).toEqual(['a1', 'a2', 'b1'])
  await endFirst()
  expect(running).toHaveLength(4)
  await endFirst()
  await endFirst()
  await endFirst()
  await endFirst()
  expect(running.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(outcomes).toHaveLength(5)
})

test('rule: what waits for longer than the bound is refused, and does not run later', async () => {
  const { start, endFirst, running, outcomes } = scene()
  for (const title of ['a1', 'a2', 'a3']) start('a', title)
  await settle()
  await vi.advanceTimersByTimeAsync(499)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await settle()
  expect(outcomes).toEqual(['a3 refused'])
  await endFirst()
  await endFirst()
  expect(running).toEqual(['a1', 'a2'])
  expect(outcomes).toEqual(['a3 refused', 'a1 done', 'a2 done'])
})

test('rule: behind work that is stuck, and above the bound of those that wait, nothing waits', async () => {
  const { start, outcomes } = scene()
  for (let index = 0; index < 7; index++) start('a', `a${index}`)
  await settle()
  expect(outcomes).toEqual(['a6 refused'])
  await vi.advanceTimersByTimeAsync(1_001)
  await settle()
  expect(outcomes).toHaveLength(5)
  start('a', 'late')
  start('b')
  await settle()
  expect(outcomes.slice(5)).toEqual(['late refused'])
})
