import { LRUCache } from 'lru-cache'
import { countRecords } from '../../ens/record-sizes.ts'
import type { Lookup, NameLookup } from '../../store/lookup.ts'
import type { Store } from '../../store/store.ts'
import { type Freshness, isFresh } from './freshness.ts'
import { cacheKey } from './lookup-request.ts'

/** A name as the store has it. */
export interface CachedName extends Freshness {
  readonly lookup: Lookup
}

/** Recently read names: a client that looks up one record of a name usually looks up more. */
export interface NameCache {
  /** Reads a name from the cache if it is fresh, else from the store. `undefined` when there is no such resolver entry. */
  readonly read: (query: NameLookup, dataVersion: number) => Promise<CachedName | undefined>
}

/** Approximate bytes of an entry beside its records, and of each record beside its own. */
const entryOverheadBytes = 600
const recordOverheadBytes = 100

/** Bytes of the largest entry, so that none evicts all others. */
const maxEntryBytes = 262_144

/** Creates a cache of at most `maxBytes`. */
export function createNameCache(store: Pick<Store, 'lookup'>, maxBytes: number): NameCache {
  const names = new LRUCache<string, CachedName>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxEntryBytes, maxBytes),
    sizeCalculation: entryBytes,
  })
  return {
    read: async ({ resolverId, name, withTexts }, dataVersion) => {
      const key = cacheKey(resolverId, name)
      const cached = names.get(key)
      if (cached && isFresh(cached, dataVersion) && (hasTexts(cached.lookup) || !withTexts)) return cached
      const readAt = performance.now()
      const lookup = await store.lookup(resolverId, name, withTexts)
      if (!lookup) return undefined
      const read = { lookup, dataVersion, readAt }
      names.set(key, read)
      return read
    },
  }
}

function hasTexts({ subname }: Lookup): boolean {
  return subname?.hasTexts !== false
}

function entryBytes({ lookup: { subname, etag } }: CachedName, key: string): number {
  const size = entryOverheadBytes + key.length + etag.length
  return subname ? size + recordOverheadBytes * countRecords(subname.records) + subname.storedLength : size
}
