import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { buildConnector } from 'undici'
import { isPublicAddress, notPublicError } from '../outbound.ts'

/** Rejections are delayed to a multiple of this: internal names resolve faster, and timing would reveal them. */
const refusalIntervalMs = 100

/** A request may repeat a rejected name dozens of times. */
const refusalTtlMs = 1_000
const maxCachedRefusals = 1_000

/** Checks the address that the socket uses, which defeats DNS rebinding. */
export function publicOnlyConnector(
  timeoutMs: number,
  resolve: LookupFunction = systemLookup,
): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: publicOnlyLookup(resolve) })
  return (options, callback) => {
    // Sockets look up only names.
    if (isIP(options.hostname) && !isPublicAddress(options.hostname)) callback(notPublicError(), null)
    else connect(options, callback)
  }
}

/** Rejects a name if the lookup fails or any address is not public. */
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
