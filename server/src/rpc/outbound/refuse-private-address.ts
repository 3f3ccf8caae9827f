import { isIP } from 'node:net'
import { OutboundError } from './error.ts'
import { isPublicAddress } from './is-public-address.ts'

/** One message for hosts that do not exist and for those that are not public: the difference would reveal internal networks. */
export function notPublicError() {
  return new OutboundError(
    'refused',
    'has a host that does not exist or is not public; check its name and address',
  )
}

/**
 * Checks the host of a URL that is an address; a name passes, because its address is checked where the socket is opened.
 *
 * @throws OutboundError `refused`.
 */
export function refusePrivateAddress(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isPublicAddress(address)) throw notPublicError()
}
