import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/** As in URLs. */
export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** How a request reached the service. */
interface Arrival {
  /** `https` behind a trusted proxy that ends TLS, else `http`. */
  readonly protocol: string
  /** The header Host. */
  readonly host: string | undefined
}

export function arrivalOf({ protocol, headers: { host } }: FastifyRequest): Arrival {
  return { protocol, host }
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

interface RequestFromPage extends Arrival {
  readonly origin: string | undefined
  readonly publicUrl: string | undefined
}

/**
 * Whether a page of this service sends the request: the origin, with its scheme, is that of the public URL, or on this
 * machine that of the request. A page whose name an attacker points to 127.0.0.1 (DNS rebinding) has an origin with its
 * own host.
 */
export function isOwnPage({ origin, publicUrl, ...arrival }: RequestFromPage): boolean {
  const page = origin === undefined ? undefined : URL.parse(origin)?.origin
  if (page === undefined || page === 'null') return false
  return [publicUrl, undefined].some((url) => ownOriginOf(url, arrival) === page)
}

/**
 * Accepts requests with a cookie only from pages of this service. The cookie is SameSite=Strict, which other hosts of the
 * same site pass; browsers send `Origin` with every request that is not GET or HEAD, and `Sec-Fetch-Site` with all.
 *
 * @throws AppError `OriginNotAllowedException`.
 */
export function assertSentByOwnPage(
  { method, headers, protocol }: FastifyRequest,
  publicUrl: string | undefined,
): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET' || method === 'HEAD'
  const isAddressedByUser = isRead && site === 'none'
  const isOwn = origin === undefined ? isRead : isOwnPage({ origin, protocol, host, publicUrl })
  if (isOwn && (site === undefined || site === 'same-origin' || isAddressedByUser)) return
  throw new AppError(
    'OriginNotAllowedException',
    'A session may be used by pages of this service only. Programs use an API key.',
  )
}

/** @throws AppError `OriginNotAllowedException`, also without an Origin, which browsers send with every POST. */
export function assertFromOwnPage(request: Parameters<typeof isOwnPage>[0]): void {
  if (isOwnPage(request)) return
  throw new AppError(
    'OriginNotAllowedException',
    'Only pages of this service on this machine may use the wallet of the sandbox.',
  )
}
