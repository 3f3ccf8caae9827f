import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { ExpiryBucket } from './expiry-bucket.ts'
import type { Freshness } from './freshness.ts'

/** A signed response, and the data that it was made from. */
export interface SignedResponse extends Freshness {
  /** ABI-encoded (result, expires, signature). */
  readonly response: Hex
  /** The requested name. */
  readonly name: string
  readonly etag: string
}

/** A response, and the bucket in which it was signed. */
export interface CachedResponse extends SignedResponse {
  readonly expiryBucket: ExpiryBucket
}

/** Signed responses in bounded memory; the least recently used are evicted first. */
interface ResponseLru {
  readonly get: (key: string) => CachedResponse | undefined
  readonly set: (key: string, response: CachedResponse) => void
  readonly size: () => { readonly entries: number; readonly bytes: number }
}

/** Signed responses, and those in the making. */
export interface ResponseCache extends ResponseLru {
  readonly recordHitOrMiss: (outcome: 'hit' | 'miss') => void
  /**
   * Joins a call for the same key under the same data version, else makes one. By hand, because `fetch` of lru-cache
   * joins a call that began before a commit, whose result may be outdated.
   */
  readonly singleFlight: (key: string, dataVersion: number, call: () => Promise<Hex>) => Promise<Hex>
}

/** Creates a cache of at most `maxBytes`. */
export function createResponseCache(
  maxBytes: number,
  recordHitOrMiss: ResponseCache['recordHitOrMiss'] = () => {},
): ResponseCache {
  const inFlight = new Map<string, { readonly dataVersion: number; readonly response: Promise<Hex> }>()
  return {
    ...createResponseLru(maxBytes),
    recordHitOrMiss,
    singleFlight: (key, dataVersion, call) => {
      const pending = inFlight.get(key)
      if (pending?.dataVersion === dataVersion) return pending.response
      const flight = { dataVersion, response: call() }
      const settle = () => void (inFlight.get(key) === flight && inFlight.delete(key))
      inFlight.set(key, flight)
      flight.response.then(settle, settle)
      return flight.response
    },
  }
}

/** Approximate bytes of an entry beside its texts. */
const entryOverheadBytes = 400

/** Bytes up to which an entry is small: a response of some records is. */
const maxSmallEntryBytes = 8192

/** Bytes of the largest entry. */
const maxEntryBytes = 65_536

/** The part of the memory that large entries may take, as a divisor, so that they evict no small ones. */
const largeEntryDivisor = 4

function createResponseLru(maxBytes: number): ResponseLru {
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
