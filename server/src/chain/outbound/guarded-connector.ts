import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { OutboundError } from './error.ts'
import { isPublicAddress } from './is-public-address.ts'

const notPublic = () => new OutboundError('refused', 'is at an address that is not public')

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

/** Resolves a name to all of its addresses; one that is not public spoils the others. */
const publicOnly =
  (resolve: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(notPublic(), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
