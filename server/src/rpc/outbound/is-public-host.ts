import { isIP } from 'node:net'
import { isPublicAddress } from './is-public-address.ts'

/** Suffixes of local names (RFC 6761, 6762, 8375, ICANN's `internal`). */
const privateHostPattern = /^[^.]+$|(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** Judged by the name of the host of a URL, without resolving it. */
export function isPublicHost(url: string): boolean {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) ? isPublicAddress(host) : !privateHostPattern.test(host)
}
