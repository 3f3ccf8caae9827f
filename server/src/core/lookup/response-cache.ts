import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { EnsName } from '../../ens/names.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import type { FormerLookup, LookupResolver } from '../../store/lookup.ts'
import type { LookupSubject } from '../statistics/lookup-counter.ts'
import type { Freshness } from './freshness.ts'
import type { ResponseKey } from './lookup-request.ts'
import type { CachedName } from './packed-name.ts'

/** A response, and how long it may be used. */
export interface SignedLookup {
  /** ABI-encoded (result, expires, signature). */
  readonly response: Hex
  /** Unix seconds. */
  readonly expiresAt: number
  /** Seconds for which shared caches may keep it; `null`: never. */
  readonly sharedMaxAge: number | null
  /** Of a name of the self-probe: neither counted nor kept. */
  readonly isProbe?: true
  /** As `formatLag` of how far the replica is behind that it is read from, if that is too far; only of a name of the self-probe. */
  readonly lag?: string
}

export interface CachedResponse extends SignedLookup, Freshness {
  readonly name: string
  readonly etag: string
  /** What each use counts towards. */
  readonly subject: LookupSubject
  /** Signed by the holder of the name, until `expiresAt`; absent: by this service, for an expiry bucket. */
  readonly isSealed?: true
}

/** The domain of a name does not hold it, and its former gateway may. */
export interface NotHeld {
  readonly former: FormerLookup
  readonly resolver: LookupResolver
  readonly request: GatewayRequest
  readonly name: EnsName
  readonly callData: Uint8Array
  /** What the signed response is a part of; absent: it is all. */
  readonly inResponse?: (signed: Hex) => Hex
}

/** Another question than `resolve(bytes,bytes)`, of a contract that seals names. */
export interface SealedLookup {
  readonly callData: Uint8Array
  /** @throws AppError `NotFoundException` for a name that the resolver does not serve. */
  readonly readServed: (name: string) => Promise<ServedName>
  /** For a name that turns out not to be sealed. */
  readonly respondLive: (callData: Uint8Array) => Promise<LookupOutcome>
}

export interface ServedName {
  readonly lookup: CachedName
  readonly subject: LookupSubject
}

/** What a lookup without a kept response gives. */
export type LookupOutcome = CachedResponse | NotHeld | ProbeResponse

interface ProbeResponse extends SignedLookup {
  readonly isProbe: true
}

interface ResponseLru {
  readonly get: (key: ResponseKey) => CachedResponse | undefined
  /** Instead of one whose key has an equal text. */
  readonly set: (key: ResponseKey, response: CachedResponse) => void
  readonly clear: () => void
  /** Another one after each `clear`: what was begun before must not be kept. */
  readonly epoch: () => number
  readonly size: () => { readonly entries: number; readonly bytes: number }
}

export interface ResponseCache extends ResponseLru {
  readonly recordHitOrMiss: (outcome: 'hit' | 'miss') => void
  /** Joins a call for the same key and data version. lru-cache's `fetch` would join one from before a commit. */
  readonly singleFlight: (
    key: ResponseKey,
    dataVersion: number,
    call: () => Promise<LookupOutcome>,
  ) => Promise<LookupOutcome>
}

export function createResponseCache(
  maxBytes: number,
  recordHitOrMiss: ResponseCache['recordHitOrMiss'] = () => {},
): ResponseCache {
  const inFlight = new Map<
    string,
    { readonly data: string; readonly dataVersion: number; readonly response: Promise<LookupOutcome> }
  >()
  return {
    ...createResponseLru(maxBytes),
    recordHitOrMiss,
    singleFlight: ({ text, data }, dataVersion, call) => {
      const pending = inFlight.get(text)
      if (pending?.dataVersion === dataVersion && pending.data === data) return pending.response
      const flight = { data, dataVersion, response: call() }
      const settle = () => void (inFlight.get(text) === flight && inFlight.delete(text))
      inFlight.set(text, flight)
      flight.response.then(settle, settle)
      return flight.response
    },
  }
}

/** Approximate size beside the texts. */
const entryOverheadBytes = 450

/** Responses with a few records are small. */
const maxSmallEntryBytes = 8192

const maxEntryBytes = 65_536

/** Large entries get this fraction of the memory, so that they evict no small ones. */
const largeEntryDivisor = 4

interface Entry {
  readonly data: string
  readonly response: CachedResponse
}

function createResponseLru(maxBytes: number): ResponseLru {
  const maxLargeBytes = Math.floor(maxBytes / largeEntryDivisor)
  let epoch = 0
  const small = new LRUCache<string, Entry>({ maxSize: maxBytes - maxLargeBytes })
  const large = new LRUCache<string, Entry>({ maxSize: maxLargeBytes, maxEntrySize: maxEntryBytes })
  return {
    get: ({ text, data }) => {
      const entry = small.get(text) ?? large.get(text)
      return entry?.data === data ? entry.response : undefined
    },
    set: (key, response) => {
      const bytes = entryBytes(key, response)
      const [target, other] = bytes <= maxSmallEntryBytes ? [small, large] : [large, small]
      other.delete(key.text)
      target.set(key.text, { data: key.data, response }, { size: bytes })
    },
    epoch: () => epoch,
    clear: () => {
      epoch++
      small.clear()
      large.clear()
    },
    size: () => ({
      entries: small.size + large.size,
      bytes: small.calculatedSize + large.calculatedSize,
    }),
  }
}

function entryBytes({ text, data }: ResponseKey, { response, name, etag }: CachedResponse): number {
  return text.length + data.length + response.length + name.length + etag.length + entryOverheadBytes
}
