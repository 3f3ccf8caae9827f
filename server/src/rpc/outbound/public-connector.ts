import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { buildConnector } from 'undici'
import { isPublicAddress } from './is-public-address.ts'
import { notPublicError } from './refuse-private-address.ts'

/**
 * Milliseconds to whose next multiple a refused look-up is held back. The machine's own names are resolved at once, others
 * by name servers near and far: without it the time would tell one kind from the other.
 */
const refusalIntervalMs = 100

/** Milliseconds for which a refused name is refused without a look-up: one request may try it dozens of times in a row. */
const refusalTtlMs = 1_000
const maxCachedRefusals = 1_000

/**
 * Makes connections to public addresses only. The address is judged where the socket is opened: what was resolved and
 * judged is what is connected to, so a name that resolves differently the next time gains nothing.
 */
export function publicOnlyConnector(
  timeoutMs: number,
  resolve: LookupFunction = systemLookup,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: publicOnlyLookup(resolve) })
  return (options, callback) => {
    // Sockets look up names only.
    if (isIP(options.hostname) && !isPublicAddress(options.hostname)) callback(notPublicError(), null)
    else connect(options, callback)
  }
}

/** Resolves a name to all of its addresses; one that is not public spoils the others. A failure is a refusal as well. */
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
