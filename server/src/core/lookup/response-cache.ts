import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { MaybePromise } from '../../async/maybe-promise.ts'
import type { ExpiryBucket } from './expiry-bucket.ts'

/** A signed answer, and what tells whether it may be given again. */
export interface CachedResponse {
  readonly response: Hex
  /** The name that was asked for. */
  readonly name: string
  /** What it was made from (`Lookup.state`). */
  readonly etag: string
  /** In which it was signed. */
  readonly expiryBucket: ExpiryBucket
  /** The store's stamp before that was read last. */
  dataVersion: number
  /** When it was read last, in milliseconds of the monotonic clock. */
  verifiedAt: number
}

/** Signed answers by question, those that were not asked for longest forgotten first. */
export interface ResponseCache {
  /** Is told of each question: whether its answer was known. */
  readonly recordHitOrMiss: (outcome: 'hit' | 'miss') => void
  readonly get: (key: string) => CachedResponse | undefined
  readonly set: (key: string, answer: CachedResponse) => void
  /** Answers a question once for all who ask it while that is under way and the store's stamp is still the same. */
  readonly singleFlight: (
    key: string,
    dataVersion: number,
    answer: () => MaybePromise<Hex>,
  ) => MaybePromise<Hex>
  readonly size: () => { readonly entries: number; readonly bytes: number }
}

/** Bytes that an entry takes beside its texts, about. */
const entryOverheadBytes = 400

/** Bytes of an entry up to which it is small: an answer of some records is. */
const maxSmallEntryBytes = 8192

/** Bytes of the largest entry that is kept. */
const maxEntryBytes = 65_536

/** Large entries take at most one in so many parts of the memory, so that they drive no small ones out. */
const largeEntryDivisor = 4

/** Opens a cache of at most `maxBytes`. */
export function createResponseCache(
  maxBytes: number,
  recordHitOrMiss: ResponseCache['recordHitOrMiss'] = () => {},
): ResponseCache {
  const maxLargeBytes = Math.floor(maxBytes / largeEntryDivisor)
  const small = new LRUCache<string, CachedResponse>({ maxSize: maxBytes - maxLargeBytes })
  const large = new LRUCache<string, CachedResponse>({ maxSize: maxLargeBytes, maxEntrySize: maxEntryBytes })
  const inFlight = new Map<string, { readonly dataVersion: number; readonly response: Promise<Hex> }>()
  return {
    recordHitOrMiss,
    get: (key) => small.get(key) ?? large.get(key),
    set: (key, response) => {
      const bytes = entryBytes(key, response)
      const [target, other] = bytes <= maxSmallEntryBytes ? [small, large] : [large, small]
      other.delete(key)
      target.set(key, response, { size: bytes })
    },
    singleFlight: (key, dataVersion, respond) => {
      const pending = inFlight.get(key)
      if (pending?.dataVersion === dataVersion) return pending.response
      const response = respond()
      if (!(response instanceof Promise)) return response
      const flight = { dataVersion, response }
      const settle = () => void (inFlight.get(key) === flight && inFlight.delete(key))
      inFlight.set(key, flight)
      response.then(settle, settle)
      return response
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
