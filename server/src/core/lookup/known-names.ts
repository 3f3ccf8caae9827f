import { LRUCache } from 'lru-cache'
import { andThen, type MaybePromise } from '../../maybe-promise.ts'
import type { Lookup, NameLookup } from '../../store/lookup.ts'
import type { Store } from '../../store/open.ts'
import { cacheKey } from './cache-key.ts'

/** What the store says of a name, and under which stamp it said so. */
export interface KnownName {
  readonly found: Lookup
  readonly stamp: number
  /** When it was asked, in milliseconds of the monotonic clock. */
  readonly readAt: number
}

/** Names that were read of late, because who asks for one record of a name soon asks for another. */
export interface KnownNames {
  /**
   * What the store says under this stamp, without asking it again if it is known; at once where the store answers at once.
   * `undefined` when there is no such resolver entry.
   */
  readonly read: (wanted: NameLookup, stamp: number) => MaybePromise<KnownName | undefined>
}

/**
 * Milliseconds after which the store is asked again, even when nothing was heard of a change: a process can die between
 * its commit and the announcement.
 */
export const askAgainAfter = 5000

/** Bytes that an entry takes beside its texts, and each record beside its own, about. */
const overhead = 600
const overheadOfRecord = 100

/** Bytes of the largest name that is kept, so that none takes the place of all others. */
const largestName = 262_144

/** Keeps names in at most `maxBytes`. */
export function createKnownNames(store: Pick<Store, 'lookup'>, maxBytes: number): KnownNames {
  const names = new LRUCache<string, KnownName>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(largestName, maxBytes),
    sizeCalculation: sizeOf,
  })
  return {
    read: (wanted, stamp) => {
      const key = cacheKey(wanted.resolverId, wanted.name)
      const now = performance.now()
      const known = names.get(key)
      const isFresh = known?.stamp === stamp && now < known.readAt + askAgainAfter
      if (isFresh && (hasTexts(known.found) || !wanted.withTexts)) return known
      return andThen(store.lookup(wanted.resolverId, wanted.name, wanted.withTexts), (found) => {
        if (!found) return undefined
        const read = { found, stamp, readAt: now }
        names.set(key, read)
        return read
      })
    },
  }
}

const hasTexts = ({ subname }: Lookup): boolean => subname?.hasTexts !== false

const sizeOf = ({ found: { subname, state } }: KnownName, key: string): number => {
  let size = overhead + key.length + state.length
  for (const { key, value } of subname?.records.texts ?? [])
    size += overheadOfRecord + key.length + value.length
  for (const { address } of subname?.records.addresses ?? []) size += overheadOfRecord + address.length
  return size + (subname?.records.contenthash?.length ?? 0)
}
