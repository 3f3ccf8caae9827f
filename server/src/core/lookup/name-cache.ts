import { LRUCache } from 'lru-cache'
import { countRecords } from '../../ens/records.ts'
import type { Lookup, NameLookup } from '../../store/lookup.ts'
import type { Store } from '../../store/store.ts'
import { type Freshness, isFresh } from './freshness.ts'
import { cacheKey } from './lookup-request.ts'

export interface CachedName extends Freshness {
  readonly lookup: Lookup
}

/** A client that looks up one record usually looks up more. */
export interface NameCache {
  /** `undefined` without such a resolver entry. */
  readonly read: (query: NameLookup, dataVersion: number) => Promise<CachedName | undefined>
}

/** Approximate sizes beside the texts. */
const entryOverheadBytes = 600
const recordOverheadBytes = 100

/** So that no entry evicts all others. */
const maxEntryBytes = 262_144

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
