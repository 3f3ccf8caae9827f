import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { buildConnector } from 'undici'
import { isPublicAddress } from './is-public-address.ts'
import { notPublic } from './refuse-private-address.ts'

/**
 * Milliseconds to whose next multiple a refused look-up is held back. The machine's own names are resolved at once, others
 * by name servers near and far: without it the time would tell one kind from the other.
 */
const refusalInterval = 100

/** Milliseconds for which a refused name is refused without a look-up: one request may try it dozens of times in a row. */
const refusalLifetime = 1_000
const maxRefusals = 1_000

/**
 * Makes connections to public addresses only. The address is judged where the socket is opened: what was resolved and
 * judged is what is connected to, so a name that resolves differently the next time gains nothing.
 */
export function guardedConnector(
  timeout: number,
  resolve: LookupFunction = systemLookup,
): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, lookup: publicOnly(resolve) })
  return (options, callback) => {
    // Sockets look up names only.
    if (isIP(options.hostname) && !isPublicAddress(options.hostname)) callback(notPublic(), null)
    else connect(options, callback)
  }
}

/** Resolves a name to all of its addresses; one that is not public spoils the others. A failure is a refusal as well. */
const publicOnly = (resolve: LookupFunction): LookupFunction => {
  const refused = new LRUCache<string, true>({ max: maxRefusals, ttl: refusalLifetime })
  return (hostname, options, callback) => {
    if (refused.has(hostname)) return process.nextTick(callback, notPublic(), '')
    const began = performance.now()
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : (found ?? [])
      const [first] = addresses
      if (error || !first || !addresses.every(({ address }) => isPublicAddress(address))) {
        const spent = performance.now() - began
        const refuse = () => {
          refused.set(hostname, true)
          callback(notPublic(), '')
        }
        setTimeout(refuse, refusalInterval - (spent % refusalInterval))
        return
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
