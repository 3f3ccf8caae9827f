/** As in URLs. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Host and port of the pages of this service: of the public URL, else of the request on this machine. Clients choose
 * the header Host, so any other is not trusted.
 */
export function ownHostOf(
  publicUrl: string | undefined,
  requestHost: string | undefined,
): string | undefined {
  if (publicUrl !== undefined) return URL.parse(publicUrl)?.host
  const url = requestHost === undefined ? null : URL.parse(`http://${requestHost}`)
  return url && loopbackHosts.includes(url.hostname) ? url.host : undefined
}

interface PageOrigin {
  readonly origin: string | undefined
  readonly host: string | undefined
  readonly publicUrl: string | undefined
}

/**
 * Whether a page of this service sends the request: the origin is that of the public URL, or on this machine that of the
 * request. A page whose name an attacker points to 127.0.0.1 (DNS rebinding) has an origin with its own host.
 */
export function isOwnPage({ origin, host, publicUrl }: PageOrigin): boolean {
  const page = origin === undefined ? null : URL.parse(origin)
  if (!page) return false
  if (publicUrl !== undefined && page.origin === URL.parse(publicUrl)?.origin) return true
  return page.host === host && loopbackHosts.includes(page.hostname)
}
