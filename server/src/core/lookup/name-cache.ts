import { LRUCache } from 'lru-cache'
import { ByteWriter } from '../../gateway/packed-records.ts'
import { type Lookup, type NameLookup, resolverEtag } from '../../store/lookup.ts'
import type { Store } from '../../store/store.ts'
import { ByteCache } from './byte-cache.ts'
import { type Freshness, isFresh } from './freshness.ts'
import { type CachedName, freshnessAt, type NameContext, packName, unpackName } from './packed-name.ts'

/** A client that looks up one record usually looks up more. */
export interface NameCache {
  /**
   * At once for a name that is kept: its records are to be read before anything else is kept. `undefined` without such a resolver
   * entry.
   */
  readonly read: (query: NameLookup, dataVersion: number) => CachedName | Promise<CachedName | undefined>
  readonly size: () => { readonly entries: number; readonly bytes: number }
}

export interface NameCacheOptions {
  readonly maxBytes: number
  /**
   * Whether the data version changes with each commit, whatever happens to the process that commits. Otherwise a name is read again after
   * five seconds.
   */
  readonly isVersionExact: boolean
}

/** So that no entry evicts many others. */
const maxEntryBytes = 262_144

/** Resolvers, and domains in each of their states, of which names are kept. */
const maxNumbered = 65_536

export function createNameCache(
  store: Pick<Store, 'lookup'>,
  { maxBytes, isVersionExact }: NameCacheOptions,
): NameCache {
  const names = new ByteCache(maxBytes, maxEntryBytes)
  const resolvers = createNumbering<string>()
  const contexts = createNumbering<NameContext>()
  /** What an exact version says now. */
  const freshen = (kept: Freshness, dataVersion: number): Freshness | undefined => {
    if (isVersionExact)
      return kept.dataVersion === dataVersion ? { dataVersion, readAt: performance.now() } : undefined
    return isFresh(kept, dataVersion) ? kept : undefined
  }
  const find = ({ name, withTexts }: NameLookup, key: Uint8Array, dataVersion: number) => {
    const span = names.find(key)
    if (!span) return undefined
    const fresh = freshen(freshnessAt(names.bytes, span.start), dataVersion)
    if (!fresh) return undefined
    const { generation } = names
    const assertValid = () => {
      if (names.generation !== generation) throw new Error(`${name} is read after another was kept.`)
    }
    const found = unpackName(names.bytes, span.start, fresh, contexts.get, assertValid)
    return withTexts && found?.subname?.hasTexts === false ? undefined : found
  }
  const readAnew = async ({ resolverId, name, withTexts }: NameLookup, dataVersion: number) => {
    const freshness = { dataVersion, readAt: performance.now() }
    const lookup = await store.lookup(resolverId, name, withTexts)
    if (!lookup) return undefined
    const context = toContext(lookup)
    const packed = packName(lookup, freshness, contexts.numberOf(contextText(context), context), context)
    // Only ids of entries that exist have numbers.
    const key = keyOf(resolvers.numberOf(resolverId, resolverId), name)
    if (key) names.set(key, packed)
    return unpackName(
      packed,
      0,
      freshness,
      () => context,
      () => {},
    )
  }
  return {
    read: (query, dataVersion) => {
      const resolverNumber = resolvers.numberIfAny(query.resolverId)
      const key = resolverNumber === undefined ? undefined : keyOf(resolverNumber, query.name)
      return (key && find(query, key, dataVersion)) ?? readAnew(query, dataVersion)
    },
    size: () => names.size,
  }
}

/** Of most keys, with three for each code unit of a name. */
const usualKeyBytes = 128

/** `undefined` for a text of which UTF-8 would be that of another one, too. */
function keyOf(resolverNumber: number, name: string): Buffer | undefined {
  if (!name.isWellFormed()) return undefined
  const writer = new ByteWriter(usualKeyBytes)
  writer.writeVarint(resolverNumber)
  writer.writeText(name)
  return writer.written
}

function toContext({ resolver, domainKey, sharedMaxAge, former }: Lookup): NameContext {
  return { resolver, domainKey, sharedMaxAge, former, etagStart: resolverEtag(resolver) }
}

/** Equal for equal contexts only: resolver and settings are compared as they are stored. */
function contextText({ resolver, domainKey, sharedMaxAge, former, etagStart }: NameContext): string {
  return `${domainKey} ${sharedMaxAge} ${resolver.id} ${resolver.chainId} ${etagStart} ${former ? JSON.stringify(former) : ''}`
}

interface Numbering<Value> {
  readonly get: (number: number) => Value | undefined
  readonly numberIfAny: (text: string) => number | undefined
  readonly numberOf: (text: string, value: Value) => number
}

/** Values by number, the most recent ones. No number is used twice, so that it never means another value. */
function createNumbering<Value>(): Numbering<Value> {
  const values = new Map<number, Value>()
  const numbers = new LRUCache<string, number>({
    max: maxNumbered,
    dispose: (number) => values.delete(number),
  })
  let count = 0
  return {
    get: (number) => values.get(number),
    numberIfAny: (text) => numbers.get(text),
    numberOf: (text, value) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const number = count++
      values.set(number, value)
      numbers.set(text, number)
      return number
    },
  }
}
