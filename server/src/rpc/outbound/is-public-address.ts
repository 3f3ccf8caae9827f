import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public, but serves Azure's hosts. */
const azureHost = '168.63.129.16'

/** RFC 4291, IANA's global unicast space. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** RFC 6052: the last 32 bits are an IPv4 address. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * False for ranges that IANA reserves and clouds' own services. Checks the IPv4 in a mapped or NAT64 address; rejects
 * tunnels (6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv4 ? isPublicV4(address) : isPublicV6(address)
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureHost
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(nat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(globalUnicast) && address.range() === 'unicast'
}
