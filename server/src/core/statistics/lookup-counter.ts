import { Mutex } from 'async-mutex'
import { hourOf, type LookupCount, type NameLookups } from '../../model/statistics.ts'

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
  /**
   * Writes in chunks, one flush at a time. When a chunk fails, it and the rest are kept for the next flush. A name is written once in ten
   * minutes of `now`, except by the last flush.
   */
  readonly flush: (writer: LookupWriter, options: FlushOptions) => Promise<void>
}

interface LookupWriter {
  /** At most one count for each domain and hour. */
  readonly addCounts: (counts: readonly LookupCount[]) => Promise<void>
  /** Each name once. */
  readonly addNameLookups: (lookups: readonly NameLookups[]) => Promise<void>
}

interface FlushOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly isLast?: boolean
}

interface Bounds {
  /** Pairs of domain and hour. */
  readonly maxCounts: number
  /** Names. */
  readonly maxNames: number
}

/** At most about 16 MiB. */
const defaultBounds: Bounds = { maxCounts: 50_000, maxNames: 100_000 }

/** A name that is looked up all the time is written this often. */
const nameSlotMs = 600_000

/** Rows of a chunk, few enough not to hold a lock for long. */
const chunkSize = 500

interface Tally {
  lookups: number
  absent: number
}

/**
 * Memory is bounded, also while nothing can be written. At `maxCounts`, lookups of a later hour are added to an
 * earlier one, so that none is lost. At `maxNames`, lookups of other names count for their domain only until the next flush.
 */
export function createLookupCounter(bounds: Bounds = defaultBounds): LookupCounter {
  const counts = createPendingCounts(bounds.maxCounts)
  const names = createPendingNames(bounds.maxNames)
  const mutex = new Mutex()
  let currentHour = Number.NaN
  return {
    record: ({ domainKey, subnameKey, isAbsent }, now) => {
      const hour = hourOf(now)
      if (hour !== currentHour) {
        currentHour = hour
        counts.beginHour(hour)
      }
      counts.add(domainKey, isAbsent)
      if (subnameKey !== undefined) names.add(subnameKey, hour)
    },
    flush: (writer, options) =>
      mutex.runExclusive(async () => {
        await counts.flush(writer)
        await names.flush(writer, options)
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

function createPendingNames(maxNames: number) {
  /** By subname key. */
  const pending = new Map<number, { hour: number; lookups: number }>()
  /** Names that were written in the current slot, or are about to be: their further lookups wait for the next one. */
  const written = new Set<number>()
  let currentSlot = Number.NaN
  return {
    add: (subnameKey: number, hour: number) => {
      const tally = pending.get(subnameKey)
      if (tally) {
        tally.hour = hour
        tally.lookups += 1
      } else if (pending.size < maxNames) pending.set(subnameKey, { hour, lookups: 1 })
    },
    flush: async ({ addNameLookups }: LookupWriter, { now, isLast = false }: FlushOptions) => {
      const slot = Math.floor(now / nameSlotMs)
      if (slot !== currentSlot || isLast || pending.size >= maxNames) written.clear()
      currentSlot = slot
      const due = [...pending].filter(([key]) => !written.has(key))
      for (const chunk of chunksOf(due)) {
        const rows = chunk.map(([subnameKey, tally]) => ({ subnameKey, ...tally }))
        await addNameLookups(rows)
        for (const { subnameKey, lookups } of rows) {
          written.add(subnameKey)
          const tally = pending.get(subnameKey)
          if (!tally) continue
          tally.lookups -= lookups
          if (tally.lookups === 0) pending.delete(subnameKey)
        }
      }
    },
  }
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += chunkSize) yield items.slice(from, from + chunkSize)
}
