import { Mutex } from 'async-mutex'
import type { LookupCount } from '../../model/lookup-count.ts'
import { hourOf } from './hours.ts'

/** What a lookup counts towards. */
export interface LookupSubject {
  readonly domainKey: number
  /** `undefined` for the domain itself and for a name that does not exist. */
  readonly subnameKey: number | undefined
  /** Whether the name does not exist, or is reserved or blocked. */
  readonly isAbsent: boolean
}

/** Counts the lookups of a process until they are written. */
export interface LookupCounter {
  /** `now` is in milliseconds since 1970. */
  readonly record: (subject: LookupSubject, now: number) => void
  /** Writes in chunks, one flush at a time. When a chunk fails, it and the rest are kept for the next flush. */
  readonly flush: (writer: LookupWriter) => Promise<void>
}

interface LookupWriter {
  /** At most one count for each domain and hour. */
  readonly addCounts: (counts: readonly LookupCount[]) => Promise<void>
  /** `hour` is the last in which the names were looked up, counted from 1970. */
  readonly mark: (hour: number, subnameKeys: readonly number[]) => Promise<void>
}

interface Bounds {
  /** Pairs of domain and hour. */
  readonly maxCounts: number
  /** Names. */
  readonly maxMarks: number
}

/** At most about 16 MiB. */
const defaultBounds: Bounds = { maxCounts: 50_000, maxMarks: 100_000 }

/** Rows of a chunk, few enough not to hold a lock for long. */
const chunkSize = 500

interface Tally {
  lookups: number
  absent: number
}

/**
 * Memory is bounded, also while nothing can be written. At `maxCounts`, lookups of a later hour are added to an
 * earlier one, so that none is lost. At `maxMarks`, other names get no mark until the next flush.
 */
export function createLookupCounter(bounds: Bounds = defaultBounds): LookupCounter {
  const counts = createPendingCounts(bounds.maxCounts)
  const marks = createPendingMarks(bounds.maxMarks)
  const mutex = new Mutex()
  let currentHour = Number.NaN
  return {
    record: ({ domainKey, subnameKey, isAbsent }, now) => {
      const hour = hourOf(now)
      if (hour !== currentHour) {
        currentHour = hour
        counts.beginHour(hour)
        marks.beginHour(hour)
      }
      counts.add(domainKey, isAbsent)
      if (subnameKey !== undefined) marks.add(subnameKey)
    },
    flush: (writer) =>
      mutex.runExclusive(async () => {
        await counts.flush(writer)
        await marks.flush(writer)
      }),
  }
}

function createPendingCounts(maxCounts: number) {
  const byHour = new Map<number, Map<number, Tally>>()
  /** By domain key. */
  let current = new Map<number, Tally>()

  const isFull = () => [...byHour.values()].reduce((total, { size }) => total + size, 0) >= maxCounts
  const subtract = ({ domainKey, hour, lookups, absent }: LookupCount) => {
    const tallies = byHour.get(hour)
    const tally = tallies?.get(domainKey)
    if (!(tallies && tally)) return
    tally.lookups -= lookups
    tally.absent -= absent
    if (tally.lookups === 0) tallies.delete(domainKey)
    if (tallies.size === 0 && tallies !== current) byHour.delete(hour)
  }
  return {
    beginHour: (hour: number) => {
      if (isFull()) return
      current = byHour.get(hour) ?? new Map()
      byHour.set(hour, current)
    },
    add: (domainKey: number, isAbsent: boolean) => {
      let tally = current.get(domainKey)
      if (!tally) {
        tally = { lookups: 0, absent: 0 }
        current.set(domainKey, tally)
      }
      tally.lookups += 1
      if (isAbsent) tally.absent += 1
    },
    flush: async ({ addCounts }: LookupWriter) => {
      const pending = [...byHour].flatMap(([hour, tallies]) =>
        [...tallies].map(([domainKey, tally]) => ({ domainKey, hour, tally })),
      )
      for (const chunk of chunksOf(pending)) {
        const written = chunk.map(({ tally, ...key }) => ({ ...key, ...tally }))
        await addCounts(written)
        written.forEach(subtract)
      }
    },
  }
}

function createPendingMarks(maxMarks: number) {
  /** Hours by subname key. */
  const pending = new Map<number, number>()
  /** Pending or written, so that a name is written once in an hour. */
  const marked = new Set<number>()
  let currentHour = Number.NaN
  return {
    beginHour: (hour: number) => {
      currentHour = hour
      marked.clear()
    },
    add: (subnameKey: number) => {
      if (marked.has(subnameKey)) return
      if (pending.size >= maxMarks && !pending.has(subnameKey)) return
      if (marked.size >= maxMarks) marked.clear()
      marked.add(subnameKey)
      pending.set(subnameKey, currentHour)
    },
    flush: async ({ mark }: LookupWriter) => {
      const byHour = Map.groupBy(pending, ([, hour]) => hour)
      for (const [hour, entries] of byHour)
        for (const chunk of chunksOf(entries)) {
          const subnameKeys = chunk.map(([key]) => key)
          await mark(hour, subnameKeys)
          for (const key of subnameKeys) if (pending.get(key) === hour) pending.delete(key)
        }
    },
  }
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += chunkSize) yield items.slice(from, from + chunkSize)
}
