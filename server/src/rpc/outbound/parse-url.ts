import { OutboundError } from './error.ts'

/**
 * Parses an untrusted URL. It must be https (http only where the request accepts that), unless its exact origin is allowed, and
 * must not contain a user name or a password. Whether its host is public is checked when it is connected to.
 *
 * @throws OutboundError `refused`.
 */
export function parseOutboundUrl(
  text: string,
  allowedOrigins: ReadonlySet<string>,
  acceptsHttp = false,
): URL {
  const url = URL.parse(text)
  if (!url) throw new OutboundError('refused', 'has a malformed URL')
  if (url.username || url.password) throw new OutboundError('refused', 'has a URL with credentials in it')
  const isAccepted = url.protocol === 'https:' || (acceptsHttp && url.protocol === 'http:')
  if (!isAccepted && !allowedOrigins.has(url.origin))
    throw new OutboundError('refused', `has a URL that is not ${acceptsHttp ? 'http(s)' : 'https'}`)
  return url
}
