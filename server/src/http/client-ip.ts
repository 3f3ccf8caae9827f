import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** The client address as forwarded by trusted proxies, like the framework's. */
export function createClientIp(trustedProxies: string[] | false): (request: IncomingMessage) => string {
  if (!trustedProxies) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => proxyAddr.all(request, isTrusted).at(-1) ?? ''
}
