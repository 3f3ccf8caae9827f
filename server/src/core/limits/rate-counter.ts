import { StoreUnavailable } from '../../errors.ts'
import type { Store } from '../../store/open.ts'
import { addToRateCounts, latestEnd, purgeRateCounts, type RateCount } from '../../store/rate-counts.ts'

/** How often something may be done in 60 seconds, from the first time on. */
export interface RateLimit {
  readonly name: string
  readonly max: number
}

/** What is left of a limit. */
export interface Counted {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds until it begins anew, rounded up. */
  readonly resetIn: number
}

/** Counts what callers do, for all servers that share the database. */
export interface RateCounter {
  /**
   * Counts one more, unless there is none left. It is counted here at once and told to the others within a second, which
   * is how much more than the limit they may let through together: a second's requests.
   */
  take(limit: RateLimit, subject: string): Counted
  /** The same, counted by the database: exact, at the price of a write. While that is not available, it is as `take`. */
  takeExactly(limit: RateLimit, subject: string): Promise<Counted>
  /** Tells what is left and takes none. */
  peek(limit: RateLimit, subject: string): Counted
  /** Ends the sharing; the database may be closed then. */
  close(): Promise<void>
}

/** Seconds for which a limit counts. */
export const rateWindow = 60

/** Milliseconds between messages to the others, and between deletions of what is over. */
const sharing = 1000
const purging = 60_000
const purged = 10_000

/** What is counted at once; of more, those that were counted first are forgotten here. */
const maxCounts = 50_000

interface Count {
  /** As the database knows it. */
  shared: number
  /** What it does not know yet. */
  added: number
  expiresAt: number
}

/** Begins to count. */
export function createRateCounter(store: Store, clock: () => number): RateCounter {
  const counts = new Map<string, Count>()
  const changed = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  let lastPurge = clock()

  const countOf = (id: string): Count => {
    const known = counts.get(id)
    if (known && isUnderWay(known, clock())) return known
    const count = { shared: 0, added: 0, expiresAt: clock() + rateWindow * 1000 }
    counts.delete(id)
    counts.set(id, count)
    if (counts.size > maxCounts) forgetFirst(counts)
    return count
  }
  const countedAs = (used: number, { max }: RateLimit, { expiresAt }: Count): Counted => ({
    isAllowed: used <= max,
    remaining: Math.max(0, max - used),
    resetIn: Math.max(1, Math.ceil((expiresAt - clock()) / 1000)),
  })
  const usedOf = ({ shared, added }: Count) => shared + added

  const take = (limit: RateLimit, subject: string): Counted => {
    const id = idOf(limit, subject)
    const count = countOf(id)
    if (usedOf(count) >= limit.max) return countedAs(limit.max + 1, limit, count)
    count.added++
    changed.add(id)
    return countedAs(usedOf(count), limit, count)
  }

  /** Takes what the others are to be told of, as if they had been told. */
  const withdraw = (id: string): readonly RateCount[] => {
    changed.delete(id)
    const count = counts.get(id)
    if (!count || count.added === 0) return []
    const { added, expiresAt } = count
    count.shared += added
    count.added = 0
    return [{ id, count: added, expiresAt }]
  }
  const learn = (known: ReadonlyMap<string, RateCount>) => {
    for (const [id, { count: total, expiresAt }] of known) {
      const count = counts.get(id)
      if (!count) continue
      // Answers may come in another order than questions, but only within one window do they grow.
      count.shared = expiresAt > count.expiresAt ? total : Math.max(total, count.shared)
      count.expiresAt = expiresAt
    }
  }
  const share = async () => {
    const now = clock()
    const added = [...changed].flatMap(withdraw)
    if (added.length > 0) learn(await addToRateCounts(store.db, added, now))
    if (now - lastPurge < purging) return
    lastPurge = now
    for (const [id, { expiresAt }] of counts) if (expiresAt <= now) counts.delete(id)
    await purgeRateCounts(store.db, now, purged)
  }
  let isSharing = false
  const timer = setInterval(() => {
    if (isSharing) return
    isSharing = true
    // Of no use to anybody later: what was not told was counted here.
    running = share()
      .catch(() => {})
      .finally(() => {
        isSharing = false
      })
  }, sharing).unref()

  return {
    take,
    takeExactly: async (limit, subject) => {
      const id = idOf(limit, subject)
      const before = countOf(id)
      if (usedOf(before) >= limit.max) return countedAs(limit.max + 1, limit, before)
      const added = [{ id, count: 1, expiresAt: before.expiresAt }]
      try {
        const known = await addToRateCounts(store.db, added, clock())
        learn(known)
        return countedAs(known.get(id)?.count ?? 1, limit, countOf(id))
      } catch (error) {
        if (error instanceof StoreUnavailable) return take(limit, subject)
        throw error
      }
    },
    peek: (limit, subject) => {
      const count = countOf(idOf(limit, subject))
      const counted = countedAs(usedOf(count), limit, count)
      return { ...counted, isAllowed: counted.remaining > 0 }
    },
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

const idOf = ({ name }: RateLimit, subject: string): string => `${name} ${subject}`

/** A window that would end too late began before the clock was set back; it must not refuse anybody until then. */
const isUnderWay = ({ expiresAt }: Count, now: number): boolean =>
  expiresAt > now && expiresAt <= now + latestEnd

function forgetFirst(counts: Map<string, Count>): void {
  const [first] = counts.keys()
  if (first !== undefined) counts.delete(first)
}
