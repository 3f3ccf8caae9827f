import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { TimeoutError, withTimeout } from '../../async/time.ts'
import type { Store } from '../../store/store.ts'

export const checkTimeoutMs = 1500

/** `undefined` if it fails or times out. A response that is there, and that a busy process has not read, is in time. */
export async function undefinedIfLate<T>(operation: Promise<T>): Promise<T | undefined> {
  const settled = operation.catch(() => undefined)
  try {
    return await withTimeout(settled, checkTimeoutMs)
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    // Timers are first in a turn of the event loop, responses come later in it.
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    return Promise.race([settled, undefined])
  }
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
