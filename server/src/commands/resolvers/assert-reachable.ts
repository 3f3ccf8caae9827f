import { isIP } from 'node:net'
import { OperatorError } from '../../operator-error.ts'
import { isPublicAddress } from '../../rpc/outbound/is-public-address.ts'

/** Names that lead nowhere outside of a machine or a site (RFC 6761, 6762, 8375, ICANN's `internal`). */
const privateHostPattern = /^[^.]+$|(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/**
 * Requires that a URL which is about to be written into a contract can be reached by every ENS client.
 *
 * @throws UsageError for a host that is this machine or on a private network. Names are judged by how they end, not by
 * what they resolve to here.
 */
export function assertPubliclyReachable(publicUrl: string): void {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) ? isPublicAddress(host) : !privateHostPattern.test(host)) return
  throw new OperatorError(
    `ENS clients cannot reach ${publicUrl}, and the contract would send them there: set PUBLIC_URL to the URL under ` +
      'which the service is reached from everywhere, or give --private for a chain of your own.',
  )
}
