import ipaddr from 'ipaddr.js'

/** The client chooses the other bits. */
const ipv6PrefixBits = 64

/** Some proxies add a port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
const addressWithPort = /^(?:(?<v4>[\d.]+):\d+|\[(?<v6>[^\]]+)\](?::\d+)?)$/

/** The IPv4 address (IPv4-mapped IPv6 included) or the IPv6 network. Clients without a valid address share one key. */
export function clientKey(ip: string): string {
  const { v4, v6 } = addressWithPort.exec(ip)?.groups ?? {}
  const address = v4 ?? v6 ?? ip
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${ipv6PrefixBits}`)}/${ipv6PrefixBits}`
}
