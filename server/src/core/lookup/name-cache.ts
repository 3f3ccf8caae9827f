import { LRUCache } from 'lru-cache'
import { andThen, type MaybePromise } from '../../async/maybe-promise.ts'
import type { Lookup, NameLookup } from '../../store/lookup.ts'
import type { Store } from '../../store/store.ts'
import { cacheKey } from './cache-key.ts'

/** What the store says of a name, and under which stamp it said so. */
export interface CachedName {
  readonly lookup: Lookup
  readonly dataVersion: number
  /** When it was asked, in milliseconds of the monotonic clock. */
  readonly readAt: number
}

/** Names that were read of late, because who asks for one record of a name soon asks for another. */
export interface NameCache {
  /**
   * What the store says under this stamp, without asking it again if it is known; at once where the store answers at once.
   * `undefined` when there is no such resolver entry.
   */
  readonly read: (query: NameLookup, dataVersion: number) => MaybePromise<CachedName | undefined>
}

/**
 * Milliseconds after which the store is asked again, even when nothing was heard of a change: a process can die between
 * its commit and the announcement.
 */
export const maxUnverifiedAgeMs = 5000

/** Bytes that an entry takes beside its texts, and each record beside its own, about. */
const entryOverheadBytes = 600
const recordOverheadBytes = 100

/** Bytes of the largest name that is kept, so that none takes the place of all others. */
const maxEntryBytes = 262_144

/** Keeps names in at most `maxBytes`. */
export function createNameCache(store: Pick<Store, 'lookup'>, maxBytes: number): NameCache {
  const names = new LRUCache<string, CachedName>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxEntryBytes, maxBytes),
    sizeCalculation: entryBytes,
  })
  return {
    read: (query, dataVersion) => {
      const key = cacheKey(query.resolverId, query.name)
      const now = performance.now()
      const cached = names.get(key)
      const isFresh = cached?.dataVersion === dataVersion && now < cached.readAt + maxUnverifiedAgeMs
      if (isFresh && (hasTexts(cached.lookup) || !query.withTexts)) return cached
      return andThen(store.lookup(query.resolverId, query.name, query.withTexts), (lookup) => {
        if (!lookup) return undefined
        const read = { lookup, dataVersion, readAt: now }
        names.set(key, read)
        return read
      })
    },
  }
}

function hasTexts({ subname }: Lookup): boolean {
  return subname?.hasTexts !== false
}

function entryBytes({ lookup: { subname, etag } }: CachedName, key: string): number {
  let size = entryOverheadBytes + key.length + etag.length
  for (const { key, value } of subname?.records.texts ?? [])
    size += recordOverheadBytes + key.length + value.length
  for (const { address } of subname?.records.addresses ?? []) size += recordOverheadBytes + address.length
  return size + (subname?.records.contenthash?.length ?? 0)
}
