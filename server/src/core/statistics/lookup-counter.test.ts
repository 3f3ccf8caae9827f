import { describe, expect, test } from 'vitest'
import type { LookupCount } from '../../model/lookup-count.ts'
import { hourMs } from './hours.ts'
import { createLookupCounter, type LookupCounter, type LookupSubject } from './lookup-counter.ts'

function subjectOf(domainKey: number, subnameKey?: number): LookupSubject {
  return { domainKey, subnameKey, isAbsent: subnameKey === undefined }
}

/** Writes all that is pending, and returns it. */
async function flushed(counter: LookupCounter) {
  const counts: LookupCount[] = []
  const marks: [hour: number, subnameKey: number][] = []
  const chunks: number[] = []
  await counter.flush({
    addCounts: async (chunk) => {
      counts.push(...chunk)
      chunks.push(chunk.length)
    },
    mark: async (hour, keys) => {
      marks.push(...keys.map((key): [number, number] => [hour, key]))
      chunks.push(keys.length)
    },
  })
  return { counts, marks, chunks }
}

const failing = {
  addCounts: () => Promise.reject(new Error('The database is gone.')),
  mark: () => Promise.reject(new Error('The database is gone.')),
}

describe('counting lookups', () => {
  test('rule: lookups are counted by domain and hour, and written once', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 5 * hourMs)
    counter.record(subjectOf(1), 6 * hourMs - 1)
    counter.record(subjectOf(2, 21), 6 * hourMs - 1)
    counter.record(subjectOf(1, 11), 6 * hourMs)
    const { counts, marks } = await flushed(counter)
    expect(counts).toEqual([
      { domainKey: 1, hour: 5, lookups: 2, absent: 1 },
      { domainKey: 2, hour: 5, lookups: 1, absent: 0 },
      { domainKey: 1, hour: 6, lookups: 1, absent: 0 },
    ])
    expect(marks).toEqual([
      [6, 11],
      [5, 21],
    ])
    expect(await flushed(counter)).toEqual({ counts: [], marks: [], chunks: [] })
  })

  test('rule: a name is marked once in an hour', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 0)
    await flushed(counter)
    counter.record(subjectOf(1, 11), hourMs - 1)
    expect((await flushed(counter)).marks).toEqual([])
    counter.record(subjectOf(1, 11), hourMs)
    expect((await flushed(counter)).marks).toEqual([[1, 11]])
  })

  test('rule: what cannot be written is kept, and written with what is counted meanwhile', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 0)
    await expect(counter.flush(failing)).rejects.toThrow('The database is gone.')
    counter.record(subjectOf(1, 11), 0)
    expect(await flushed(counter)).toMatchObject({
      counts: [{ domainKey: 1, hour: 0, lookups: 2, absent: 0 }],
      marks: [[0, 11]],
    })
  })

  test('rule: a lookup during a write is in the next one', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 0)
    await counter.flush({
      addCounts: async () => counter.record(subjectOf(1), 0),
      mark: async () => counter.record(subjectOf(1, 11), hourMs),
    })
    expect(await flushed(counter)).toMatchObject({
      counts: [
        { domainKey: 1, hour: 0, lookups: 1, absent: 1 },
        { domainKey: 1, hour: 1, lookups: 1, absent: 0 },
      ],
      marks: [[1, 11]],
    })
  })

  test('rule: concurrent writes write each lookup once', async () => {
    const counter = createLookupCounter()
    for (let index = 0; index < 1200; index++) counter.record(subjectOf(index, index), 0)
    const written = await Promise.all([flushed(counter), flushed(counter)])
    expect(written.map(({ counts, marks }) => [counts.length, marks.length])).toEqual([
      [1200, 1200],
      [0, 0],
    ])
    expect(written[0].chunks).toEqual([500, 500, 200, 500, 500, 200])
  })

  test('rule: a clock that is set back gives no second count of a domain and hour', async () => {
    const counter = createLookupCounter()
    for (const time of [0, hourMs, 0, hourMs]) counter.record(subjectOf(1), time)
    expect((await flushed(counter)).counts).toEqual([
      { domainKey: 1, hour: 0, lookups: 2, absent: 2 },
      { domainKey: 1, hour: 1, lookups: 2, absent: 2 },
    ])
  })

  test('rule: at the bound of counts, lookups are added to an earlier hour; none is lost', async () => {
    const counter = createLookupCounter({ maxCounts: 3, maxMarks: 3 })
    for (let hour = 0; hour < 100; hour++)
      for (const domainKey of [1, 2]) counter.record(subjectOf(domainKey), hour * hourMs)
    const { counts } = await flushed(counter)
    expect(counts).toEqual([
      { domainKey: 1, hour: 0, lookups: 1, absent: 1 },
      { domainKey: 2, hour: 0, lookups: 1, absent: 1 },
      { domainKey: 1, hour: 1, lookups: 99, absent: 99 },
      { domainKey: 2, hour: 1, lookups: 99, absent: 99 },
    ])
    counter.record(subjectOf(1), 100 * hourMs)
    counter.record(subjectOf(1), 101 * hourMs)
    expect((await flushed(counter)).counts.map(({ hour }) => hour)).toContain(101)
  })

  test('rule: at the bound of marks, other names get none until the next write; their lookups count', async () => {
    const counter = createLookupCounter({ maxCounts: 3, maxMarks: 3 })
    for (let index = 0; index < 10; index++) counter.record(subjectOf(1, index), 0)
    const { counts, marks } = await flushed(counter)
    expect(counts).toEqual([{ domainKey: 1, hour: 0, lookups: 10, absent: 0 }])
    expect(marks.map(([, key]) => key)).toEqual([0, 1, 2])
    counter.record(subjectOf(1, 9), 0)
    expect((await flushed(counter)).marks).toEqual([[0, 9]])
  })
})
