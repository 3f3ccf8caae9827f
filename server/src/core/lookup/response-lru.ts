import { LRUCache } from 'lru-cache'
import type { ExpiryBucket } from './expiry-bucket.ts'
import type { SignedResponse } from './respond.ts'

/** A response, and the bucket in which it was signed. */
export interface CachedResponse extends SignedResponse {
  readonly expiryBucket: ExpiryBucket
}

/** Signed responses in bounded memory; the least recently used are evicted first. */
export interface ResponseLru {
  readonly get: (key: string) => CachedResponse | undefined
  readonly set: (key: string, response: CachedResponse) => void
  readonly size: () => { readonly entries: number; readonly bytes: number }
}

/** Approximate bytes of an entry beside its texts. */
const entryOverheadBytes = 400

/** Bytes up to which an entry is small: a response of some records is. */
const maxSmallEntryBytes = 8192

/** Bytes of the largest entry. */
const maxEntryBytes = 65_536

/** The part of the memory that large entries may take, as a divisor, so that they evict no small ones. */
const largeEntryDivisor = 4

/** Creates a cache of at most `maxBytes`. */
export function createResponseLru(maxBytes: number): ResponseLru {
  const maxLargeBytes = Math.floor(maxBytes / largeEntryDivisor)
  const small = new LRUCache<string, CachedResponse>({ maxSize: maxBytes - maxLargeBytes })
  const large = new LRUCache<string, CachedResponse>({ maxSize: maxLargeBytes, maxEntrySize: maxEntryBytes })
  return {
    get: (key) => small.get(key) ?? large.get(key),
    set: (key, response) => {
      const bytes = entryBytes(key, response)
      const [target, other] = bytes <= maxSmallEntryBytes ? [small, large] : [large, small]
      other.delete(key)
      target.set(key, response, { size: bytes })
    },
    size: () => ({
      entries: small.size + large.size,
      bytes: small.calculatedSize + large.calculatedSize,
    }),
  }
}

function entryBytes(key: string, { response, name, etag }: CachedResponse): number {
  return key.length + response.length + name.length + etag.length + entryOverheadBytes
}
