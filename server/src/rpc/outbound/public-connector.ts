import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { buildConnector } from 'undici'
import { isPublicAddress } from './is-public-address.ts'
import { notPublicError } from './refuse-private-address.ts'

/**
 * A rejected DNS lookup is delayed to the next multiple of this many milliseconds. Internal names resolve faster than others:
 * without the delay, the time would reveal which names exist.
 */
const refusalIntervalMs = 100

/** Milliseconds for which a rejected name is rejected without a lookup: one request may try it dozens of times in a row. */
const refusalTtlMs = 1_000
const maxCachedRefusals = 1_000

/**
 * Connects to public addresses only. The address is checked where the socket is opened: the checked address is the connected
 * one, so a name that resolves differently the next time (DNS rebinding) has no effect.
 */
export function publicOnlyConnector(
  timeoutMs: number,
  resolve: LookupFunction = systemLookup,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: publicOnlyLookup(resolve) })
  return (options, callback) => {
    // Sockets resolve only names.
    if (isIP(options.hostname) && !isPublicAddress(options.hostname)) callback(notPublicError(), null)
    else connect(options, callback)
  }
}

/** Resolves a name to all of its addresses; one that is not public rejects the others. A failure is a rejection as well. */
function publicOnlyLookup(resolve: LookupFunction): LookupFunction {
  const refusedHosts = new LRUCache<string, true>({ max: maxCachedRefusals, ttl: refusalTtlMs })
  return (hostname, options, callback) => {
    if (refusedHosts.has(hostname)) return process.nextTick(callback, notPublicError(), '')
    const startedAt = performance.now()
    resolve(hostname, { ...options, all: true }, (error, resolved) => {
      const addresses =
        typeof resolved === 'string' ? [{ address: resolved, family: isIP(resolved) }] : (resolved ?? [])
      const [first] = addresses
      if (error || !first || !addresses.every(({ address }) => isPublicAddress(address))) {
        const elapsedMs = performance.now() - startedAt
        const refuse = () => {
          refusedHosts.set(hostname, true)
          callback(notPublicError(), '')
        }
        setTimeout(refuse, refusalIntervalMs - (elapsedMs % refusalIntervalMs))
        return
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
