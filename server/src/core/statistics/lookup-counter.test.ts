import { describe, expect, test } from 'vitest'
import { hourMs, type LookupCount, type NameLookups } from '../../model/statistics.ts'
import { createLookupCounter, type LookupCounter, type LookupSubject } from './lookup-counter.ts'

function subjectOf(domainKey: number, subnameKey?: number): LookupSubject {
  return { domainKey, subnameKey, isAbsent: subnameKey === undefined }
}

/** Writes all that is pending, and returns it. */
async function flushed(counter: LookupCounter, options = { now: 0, isLast: true }) {
  const counts: LookupCount[] = []
  const names: NameLookups[] = []
  const chunks: number[] = []
  await counter.flush(
    {
      addCounts: async (chunk) => {
        counts.push(...chunk)
        chunks.push(chunk.length)
      },
      addNameLookups: async (chunk) => {
        names.push(...chunk)
        chunks.push(chunk.length)
      },
    },
    options,
  )
  return { counts, names, chunks }
}

const failing = {
  addCounts: () => Promise.reject(new Error('The database is gone.')),
  addNameLookups: () => Promise.reject(new Error('The database is gone.')),
}

describe('counting lookups', () => {
  test('rule: lookups are counted by domain and hour, and written once', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 5 * hourMs)
    counter.record(subjectOf(1), 6 * hourMs - 1)
    counter.record(subjectOf(2, 21), 6 * hourMs - 1)
    counter.record(subjectOf(1, 11), 6 * hourMs)
    const { counts, names } = await flushed(counter)
    expect(counts).toEqual([
      { domainKey: 1, hour: 5, lookups: 2, absent: 1 },
      { domainKey: 2, hour: 5, lookups: 1, absent: 0 },
      { domainKey: 1, hour: 6, lookups: 1, absent: 0 },
    ])
    expect(names).toEqual([
      { subnameKey: 11, hour: 6, lookups: 2 },
      { subnameKey: 21, hour: 5, lookups: 1 },
    ])
    expect(await flushed(counter)).toEqual({ counts: [], names: [], chunks: [] })
  })

  test('rule: a name is written once in ten minutes, and by the last write', async () => {
    const counter = createLookupCounter()
    const minute = 60_000
    const namesAt = async (now: number, isLast = false) => (await flushed(counter, { now, isLast })).names
    counter.record(subjectOf(1, 11), 0)
    expect(await namesAt(minute)).toEqual([{ subnameKey: 11, hour: 0, lookups: 1 }])
    counter.record(subjectOf(1, 11), 2 * minute)
    counter.record(subjectOf(1, 12), 2 * minute)
    expect(await namesAt(3 * minute)).toEqual([{ subnameKey: 12, hour: 0, lookups: 1 }])
    counter.record(subjectOf(1, 11), 4 * minute)
    expect(await namesAt(9 * minute)).toEqual([])
    expect(await namesAt(10 * minute)).toEqual([{ subnameKey: 11, hour: 0, lookups: 2 }])
    counter.record(subjectOf(1, 11), 61 * minute)
    expect(await namesAt(11 * minute, true)).toEqual([{ subnameKey: 11, hour: 1, lookups: 1 }])
  })

  test('rule: what cannot be written is kept, and written with what is counted meanwhile', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 0)
    await expect(counter.flush(failing, { now: 0 })).rejects.toThrow('The database is gone.')
    counter.record(subjectOf(1, 11), 0)
    expect(await flushed(counter)).toMatchObject({
      counts: [{ domainKey: 1, hour: 0, lookups: 2, absent: 0 }],
      names: [{ subnameKey: 11, hour: 0, lookups: 2 }],
    })
  })

  test('rule: a lookup during a write is in the next one', async () => {
    const counter = createLookupCounter()
    counter.record(subjectOf(1, 11), 0)
    const writer = {
      addCounts: async () => counter.record(subjectOf(1), 0),
      addNameLookups: async () => counter.record(subjectOf(1, 11), hourMs),
    }
    await counter.flush(writer, { now: 0 })
    expect(await flushed(counter)).toMatchObject({
      counts: [
        { domainKey: 1, hour: 0, lookups: 1, absent: 1 },
        { domainKey: 1, hour: 1, lookups: 1, absent: 0 },
      ],
      names: [{ subnameKey: 11, hour: 1, lookups: 1 }],
    })
  })

  test('rule: concurrent writes write each lookup once', async () => {
    const counter = createLookupCounter()
    for (let index = 0; index < 1200; index++) counter.record(subjectOf(index, index), 0)
    const written = await Promise.all([flushed(counter), flushed(counter)])
    expect(written.map(({ counts, names }) => [counts.length, names.length])).toEqual([
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
    const counter = createLookupCounter({ maxCounts: 3, maxNames: 3 })
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

  test('rule: at the bound of names, lookups of other names count for their domain only until the next write', async () => {
    const counter = createLookupCounter({ maxCounts: 3, maxNames: 3 })
    for (let index = 0; index < 10; index++) counter.record(subjectOf(1, index), 0)
    const { counts, names } = await flushed(counter)
    expect(counts).toEqual([{ domainKey: 1, hour: 0, lookups: 10, absent: 0 }])
    expect(names.map(({ subnameKey }) => subnameKey)).toEqual([0, 1, 2])
    counter.record(subjectOf(1, 9), 0)
    expect((await flushed(counter)).names).toEqual([{ subnameKey: 9, hour: 0, lookups: 1 }])
  })
})
