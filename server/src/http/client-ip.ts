import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Creates a function for the address of a request's client, as trusted proxies forward it; the framework has the same. */
export function createClientIp(trustedProxies: string[] | false): (request: IncomingMessage) => string {
  if (!trustedProxies) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile(trustedProxies)
  return (request) => proxyAddr.all(request, isTrusted).at(-1) ?? ''
}
