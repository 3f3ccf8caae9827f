import { OutboundError } from './error.ts'

/**
 * Reads a URL that we were told of. It must be https, unless its exact origin is allowed, and must not hold a user name
 * or a password. Whether its host is public shows when it is connected to.
 *
 * @throws OutboundError `refused`.
 */
export function parseOutboundUrl(text: string, allowedOrigins: ReadonlySet<string>): URL {
  const url = URL.parse(text)
  if (!url) throw new OutboundError('refused', 'has a URL that cannot be read')
  if (url.username || url.password) throw new OutboundError('refused', 'has a URL with credentials in it')
  if (url.protocol !== 'https:' && !allowedOrigins.has(url.origin))
    throw new OutboundError('refused', 'has a URL that is not https')
  return url
}
