import { isIP } from 'node:net'
import { isPublicAddress } from '../../chain/outbound/is-public-address.ts'
import { UsageError } from '../../usage-error.ts'

/** Names that lead nowhere outside of a machine or a site (RFC 6761, 6762, 8375, ICANN's `internal`). */
const privateHost = /^[^.]+$|(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/**
 * Requires that a URL which is about to be written into a contract can be reached by every ENS client.
 *
 * @throws UsageError for a host that is this machine or on a private network. Names are judged by how they end, not by
 * what they resolve to here.
 */
export function assertReachable(publicUrl: string): void {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) ? isPublicAddress(host) : !privateHost.test(host)) return
  throw new UsageError(
    `ENS clients cannot reach ${publicUrl}, and the contract would send them there: set PUBLIC_URL to the URL under ` +
      'which the service is reached from everywhere, or give --private for a chain of your own.',
  )
}
