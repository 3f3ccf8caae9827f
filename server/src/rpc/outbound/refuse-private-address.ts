import { isIP } from 'node:net'
import { OutboundError } from './error.ts'
import { isPublicAddress } from './is-public-address.ts'

/** One refusal for hosts that do not exist and for those that are not public: which of them it is tells of inner networks. */
export function notPublicError() {
  return new OutboundError(
    'refused',
    'has a host that does not exist or is not public; check its name and address',
  )
}

/**
 * Judges the host of a URL that is an address; a name passes, for its address is judged where the socket is opened.
 *
 * @throws OutboundError `refused`.
 */
export function refusePrivateAddress(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isPublicAddress(address)) throw notPublicError()
}
