import { expect, test } from 'vitest'
import type { PointRead } from './point-read.ts'
import { createRecentReads } from './recent-reads.ts'

function readOf(label: string): PointRead {
  return { query: 'name', parameters: ['acme.eth', label, 'resolver'] }
}

test('recent reads: a read is known after it was made, another is not', () => {
  const recent = createRecentReads()
  expect(recent.has(readOf('alice'))).toBe(false)
  recent.add(readOf('alice'))
  expect(recent.has(readOf('alice'))).toBe(true)
  expect(recent.has(readOf('bob'))).toBe(false)
})

test('recent reads: a hundred thousand reads of one time displace hardly one of those that are made again', () => {
  const recent = createRecentReads()
  const names = Array.from({ length: 500 }, (_, at) => readOf(`name-${at}`))
  for (let pass = 0; pass < 2; pass++) for (const read of names) recent.add(read)
  for (let at = 0; at < 100_000; at++) recent.add(readOf(`once-${at}`))
  expect(names.filter((read) => recent.has(read)).length).toBeGreaterThan(450)
})
