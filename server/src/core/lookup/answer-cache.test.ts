import { expect, test } from 'vitest'
import { createAnswerCache, type KnownAnswer } from './answer-cache.ts'

const answerOf = (bytes: number): KnownAnswer => ({
  response: `0x${'0'.repeat(bytes)}`,
  name: 'alice.demo.eth',
  state: 'state',
  period: { start: 0, expires: 300 },
  stamp: 1,
  checkedAt: 0,
})

test('rule: answers of more than 64 KiB are not kept, and end the one that was', () => {
  const cache = createAnswerCache(1_048_576)
  cache.set('question', answerOf(1000))
  cache.set('question', answerOf(65_536))
  expect(cache.get('question')).toBeUndefined()
  cache.set('question', answerOf(64_000))
  expect(cache.get('question')).toEqual(answerOf(64_000))
})

test('rule: no number of large answers drives a small one out', () => {
  const cache = createAnswerCache(1_048_576)
  cache.set('small', answerOf(1000))
  for (let count = 0; count < 1000; count++) cache.set(`large ${count}`, answerOf(60_000))
  expect(cache.get('small')).toEqual(answerOf(1000))
  const { answers, bytes } = cache.size()
  expect(answers).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(1_048_576)
})
