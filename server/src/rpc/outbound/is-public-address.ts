import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A public address at which Azure's hosts serve their virtual machines. */
const azureHost = '168.63.129.16'

/** Prefix of all public IPv6 addresses (RFC 4291, IANA's global unicast space). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** The prefix of NAT64 (RFC 6052), whose gateways reach the IPv4 address in the last 32 bits. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address belongs to the public internet: not to this machine, a private network, a cloud's own services
 * (metadata), a multicast group, a documentation range or any other reserved range (IANA's registries). An IPv4 address inside
 * a mapped or NAT64 one is checked itself; tunnels (6to4, Teredo) are never public.
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
