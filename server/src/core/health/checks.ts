import { LRUCache } from 'lru-cache'
import { withTimeout } from '../../async/time.ts'
import type { Store } from '../../store/store.ts'

export const checkTimeoutMs = 1500

/** `undefined` if it fails or times out. */
export function undefinedIfLate<T>(operation: Promise<T>): Promise<T | undefined> {
  return withTimeout(operation, checkTimeoutMs).catch(() => undefined)
}

/** With the statement and on the connection of the gateway's lookups, which may fail while others succeed. */
export function lookUpAnyName(store: Pick<Store, 'lookup'>): Promise<unknown> {
  return store.lookup('', '')
}

export function cached<Value extends object>(
  ttlMs: number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  const cache = new LRUCache<'value', Value>({ max: 1, ttl: ttlMs, fetchMethod: read })
  return () => cache.forceFetch('value')
}
