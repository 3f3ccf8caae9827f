import { expect, test } from 'vitest'
import { pollUntil } from './time.ts'

function deadlineIn(ms: number) {
  return performance.now() + ms
}

test('pollUntil returns the first value, and does not call again after it', async () => {
  const values = [undefined, undefined, null, 'later']
  expect(await pollUntil(deadlineIn(60_000), 1, async () => values.shift())).toBeNull()
  expect(values).toEqual(['later'])
})

test('pollUntil returns undefined when the deadline passes', async () => {
  let calls = 0
  const check = async () => {
    calls++
    return undefined
  }
  expect(await pollUntil(deadlineIn(20), 1, check)).toBeUndefined()
  expect(calls).toBeGreaterThan(0)
})

test('pollUntil does not call at all after its deadline', async () => {
  const check = () => Promise.reject(new Error('called'))
  expect(await pollUntil(deadlineIn(-1), 1, check)).toBeUndefined()
})

test('pollUntil ends with the error of a check', async () => {
  const check = () => Promise.reject(new Error('no answer'))
  await expect(pollUntil(deadlineIn(60_000), 1, check)).rejects.toThrow('no answer')
})
