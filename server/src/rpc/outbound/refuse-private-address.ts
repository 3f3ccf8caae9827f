import { isIP } from 'node:net'
import { OutboundError } from './error.ts'
import { isPublicAddress } from './is-public-address.ts'

/** The same for absent and non-public hosts: a difference would reveal internal networks. */
export function notPublicError() {
  return new OutboundError(
    'refused',
    'has a host that does not exist or is not public; check its name and address',
  )
}

/**
 * Names pass: the connector checks their addresses.
 * @throws OutboundError `refused`.
 */
export function refusePrivateAddress(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isPublicAddress(address)) throw notPublicError()
}
