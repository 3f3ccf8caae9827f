/** As in URLs. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** How a request reached the service. */
interface Arrival {
  /** `https` behind a trusted proxy that ends TLS, else `http`. */
  readonly protocol: string
  /** The header Host. */
  readonly host: string | undefined
}

/**
 * The origin of the pages of this service: of the public URL, else of the request on this machine. Clients choose the
 * header Host, so any other is not trusted.
 */
export function ownOriginOf(publicUrl: string | undefined, { protocol, host }: Arrival): string | undefined {
  if (publicUrl !== undefined) return URL.parse(publicUrl)?.origin
  const url = host === undefined ? null : URL.parse(`${protocol}://${host}`)
  return url && loopbackHosts.includes(url.hostname) ? url.origin : undefined
}

interface PageRequest extends Arrival {
  readonly origin: string | undefined
  readonly publicUrl: string | undefined
}

/**
 * Whether a page of this service sends the request: the origin, with its scheme, is that of the public URL, or on this
 * machine that of the request. A page whose name an attacker points to 127.0.0.1 (DNS rebinding) has an origin with its
 * own host.
 */
export function isOwnPage({ origin, publicUrl, ...arrival }: PageRequest): boolean {
  const page = origin === undefined ? undefined : URL.parse(origin)?.origin
  if (page === undefined || page === 'null') return false
  return [publicUrl, undefined].some((url) => ownOriginOf(url, arrival) === page)
}
