import { DatabaseUnavailableError } from '../../errors.ts'
import type { RateCount } from '../../model/rate-count.ts'
import { incrementRateCounts, maxWindowEndMs, purgeRateCounts } from '../../store/entities/rate-counts.ts'
import type { Store } from '../../store/store.ts'

/** How often something may be done in 60 seconds, from the first time on. */
export interface RateLimit {
  readonly name: string
  readonly max: number
}

/** What is left of a limit. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds until it begins anew, rounded up. */
  readonly resetInSeconds: number
}

/** Counts what callers do, for all servers that share the database. */
export interface RateLimiter {
  /**
   * Counts one more, unless there is none left. It is counted here at once and told to the others within a second, which
   * is how much more than the limit they may let through together: a second's requests.
   */
  consume(limit: RateLimit, subject: string): RateLimitResult
  /** The same, counted by the database: exact, at the price of a write. While that is not available, it is as `take`. */
  consumeExact(limit: RateLimit, subject: string): Promise<RateLimitResult>
  /** Tells what is left and takes none. */
  get(limit: RateLimit, subject: string): RateLimitResult
  /** Ends the sharing; the database may be closed then. */
  close(): Promise<void>
}

/** Seconds for which a limit counts. */
export const windowSeconds = 60

/** Milliseconds between messages to the others, and between deletions of what is over. */
const syncIntervalMs = 1000
const purgeIntervalMs = 60_000
const purgeBatchSize = 10_000

/** What is counted at once; of more, those that were counted first are forgotten here. */
const maxCounters = 50_000

interface Counter {
  /** As the database knows it. */
  synced: number
  /** What it does not know yet. */
  unsynced: number
  expiresAt: number
}

/** Begins to count. */
export function createRateLimiter(store: Store, clock: () => number): RateLimiter {
  const counters = new Map<string, Counter>()
  const unsyncedIds = new Set<string>()
  let syncing: Promise<void> = Promise.resolve()
  let lastPurge = clock()

  const counterFor = (id: string): Counter => {
    const known = counters.get(id)
    if (known && isActive(known, clock())) return known
    const counter = { synced: 0, unsynced: 0, expiresAt: clock() + windowSeconds * 1000 }
    counters.delete(id)
    counters.set(id, counter)
    if (counters.size > maxCounters) evictOldest(counters)
    return counter
  }
  const toResult = (used: number, { max }: RateLimit, { expiresAt }: Counter): RateLimitResult => ({
    isAllowed: used <= max,
    remaining: Math.max(0, max - used),
    resetInSeconds: Math.max(1, Math.ceil((expiresAt - clock()) / 1000)),
  })
  const usedOf = ({ synced, unsynced }: Counter) => synced + unsynced

  const consume = (limit: RateLimit, subject: string): RateLimitResult => {
    const id = idOf(limit, subject)
    const counter = counterFor(id)
    if (usedOf(counter) >= limit.max) return toResult(limit.max + 1, limit, counter)
    counter.unsynced++
    unsyncedIds.add(id)
    return toResult(usedOf(counter), limit, counter)
  }

  /** Takes what the others are to be told of, as if they had been told. */
  const flush = (id: string): readonly RateCount[] => {
    unsyncedIds.delete(id)
    const counter = counters.get(id)
    if (!counter || counter.unsynced === 0) return []
    const { unsynced, expiresAt } = counter
    counter.synced += unsynced
    counter.unsynced = 0
    return [{ id, count: unsynced, expiresAt }]
  }
  const merge = (known: ReadonlyMap<string, RateCount>) => {
    for (const [id, { count: total, expiresAt }] of known) {
      const counter = counters.get(id)
      if (!counter) continue
      // Answers may come in another order than questions, but only within one window do they grow.
      counter.synced = expiresAt > counter.expiresAt ? total : Math.max(total, counter.synced)
      counter.expiresAt = expiresAt
    }
  }
  const sync = async () => {
    const now = clock()
    const unsynced = [...unsyncedIds].flatMap(flush)
    if (unsynced.length > 0) merge(await incrementRateCounts(store.db, unsynced, now))
    if (now - lastPurge < purgeIntervalMs) return
    lastPurge = now
    for (const [id, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(id)
    await purgeRateCounts(store.db, now, purgeBatchSize)
  }
  let isSyncing = false
  const timer = setInterval(() => {
    if (isSyncing) return
    isSyncing = true
    // Of no use to anybody later: what was not told was counted here.
    syncing = sync()
      .catch(() => {})
      .finally(() => {
        isSyncing = false
      })
  }, syncIntervalMs).unref()

  return {
    consume,
    consumeExact: async (limit, subject) => {
      const id = idOf(limit, subject)
      const counter = counterFor(id)
      if (usedOf(counter) >= limit.max) return toResult(limit.max + 1, limit, counter)
      const unsynced = [{ id, count: 1, expiresAt: counter.expiresAt }]
      try {
        const known = await incrementRateCounts(store.db, unsynced, clock())
        merge(known)
        return toResult(known.get(id)?.count ?? 1, limit, counterFor(id))
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) return consume(limit, subject)
        throw error
      }
    },
    get: (limit, subject) => {
      const counter = counterFor(idOf(limit, subject))
      const result = toResult(usedOf(counter), limit, counter)
      return { ...result, isAllowed: result.remaining > 0 }
    },
    close: async () => {
      clearInterval(timer)
      await syncing
    },
  }
}

function idOf({ name }: RateLimit, subject: string): string {
  return `${name} ${subject}`
}

/** A window that would end too late began before the clock was set back; it must not refuse anybody until then. */
function isActive({ expiresAt }: Counter, now: number): boolean {
  return expiresAt > now && expiresAt <= now + maxWindowEndMs
}

function evictOldest(counters: Map<string, Counter>): void {
  const [oldest] = counters.keys()
  if (oldest !== undefined) counters.delete(oldest)
}
