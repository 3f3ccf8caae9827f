import { OutboundError } from './error.ts'

/**
 * Reads a URL that we were told of. It must be https (http only where the request accepts that), unless its exact origin
 * is allowed, and must not hold a user name or a password. Whether its host is public shows when it is connected to.
 *
 * @throws OutboundError `refused`.
 */
export function parseOutboundUrl(
  text: string,
  allowedOrigins: ReadonlySet<string>,
  acceptsHttp = false,
): URL {
  const url = URL.parse(text)
  if (!url) throw new OutboundError('refused', 'has a URL that cannot be read')
  if (url.username || url.password) throw new OutboundError('refused', 'has a URL with credentials in it')
  const isAccepted = url.protocol === 'https:' || (acceptsHttp && url.protocol === 'http:')
  if (!isAccepted && !allowedOrigins.has(url.origin))
    throw new OutboundError('refused', `has a URL that is not ${acceptsHttp ? 'http(s)' : 'https'}`)
  return url
}
