import { OutboundError } from './error.ts'
import { maxUrlChars, urlTooLongError } from './url-template.ts'

/**
 * Requires https (or http if accepted) unless the origin is allowed; rejects credentials. The connector checks the
 * host.
 * @throws OutboundError `refused`.
 */
export function parseOutboundUrl(
  text: string,
  allowedOrigins: ReadonlySet<string>,
  acceptsHttp = false,
): URL {
  if (text.length > maxUrlChars) throw urlTooLongError(maxUrlChars)
  const url = URL.parse(text)
  if (!url) throw new OutboundError('refused', 'has a malformed URL')
  if (url.username || url.password) throw new OutboundError('refused', 'has a URL with credentials in it')
  const isAccepted = url.protocol === 'https:' || (acceptsHttp && url.protocol === 'http:')
  if (!isAccepted && !allowedOrigins.has(url.origin))
    throw new OutboundError('refused', `has a URL that is not ${acceptsHttp ? 'http(s)' : 'https'}`)
  return url
}
