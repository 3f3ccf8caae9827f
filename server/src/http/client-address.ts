import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that its network gives; the rest is the client's own choice. */
const networkBits = 64

/**
 * What a client is counted by: its IPv4 address, also when it is in the clothes of IPv6, or its IPv6 network. What is no
 * address is counted as it is.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${networkBits}`)}/${networkBits}`
}
