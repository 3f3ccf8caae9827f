import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The client address as forwarded by trusted proxies, like the framework's. */
export function createClientIp(trustedProxies: string[] | false): (request: IncomingMessage) => string {
  if (!trustedProxies) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => proxyAddr.all(request, isTrusted).at(-1) ?? ''
}

/** The client chooses the other bits. */
const ipv6PrefixBits = 64

/** Some proxies add a port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
const addressWithPort = /^(?:(?<v4>[\d.]+):\d+|\[(?<v6>[^\]]+)\](?::\d+)?)$/

/** A request needs its key several times. */
const keys = new LRUCache<string, string>({ max: 1000 })

const unknownClient = 'unknown'

/** IPv6 with a zone or a port; a proxy may forward any text. */
const maxCachedLength = 64

/**
 * The IPv4 address (IPv4-mapped IPv6 included) or the IPv6 network. Clients without a valid address share one key, and so do those
 * whose connection is closed already: Node has no address of it then, although the framework's types do not show it.
 */
export function clientKey(ip: string | undefined): string {
  if (ip === undefined) return unknownClient
  const cached = keys.get(ip)
  if (cached !== undefined) return cached
  const key = parseClientKey(ip)
  if (ip.length <= maxCachedLength) keys.set(ip, key)
  return key
}

function parseClientKey(ip: string): string {
  const { v4, v6 } = addressWithPort.exec(ip)?.groups ?? {}
  const address = v4 ?? v6 ?? ip
  if (!ipaddr.isValid(address)) return unknownClient
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${ipv6PrefixBits}`)}/${ipv6PrefixBits}`
}
