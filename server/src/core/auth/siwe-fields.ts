import { domainToASCII } from 'node:url'
import { AppError } from '../../errors.ts'

/** RFC 3986, with a scheme. No character ends a line or field. */
const uriPattern = /^[a-zA-Z][a-zA-Z0-9+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]*$/
const hostPattern = /^(?:\[[0-9a-fA-F:.]+\]|[\w.~%!$&'()*+,;=-]+)$/

/**
 * Parses an RFC 3986 authority (`app.example`, `localhost:3000`, `acme`); Unicode becomes ASCII (IDNA).
 *
 * @throws AppError `BadRequestException`.
 */
export function parseAuthority(text: string): string {
  const [, host = '', port = ''] = /^(.*?)(:\d{1,5})?$/.exec(text) ?? []
  const ascii = hostPattern.test(host) ? host : toAscii(host)
  if (hostPattern.test(ascii)) return ascii + port
  throw new AppError(
    'BadRequestException',
    'domain: is not a host with or without a port, such as app.example.',
  )
}

/** Empty for an invalid host. Rejects delimiters before the conversion. */
function toAscii(host: string): string {
  return /[\s\p{Cc}:/?#@\\[\]]/u.test(host) ? '' : domainToASCII(host)
}

/** What a message may have as its URI and resources: an absolute URI of any scheme, as apps outside of browsers have. */
export function isUri(text: string): boolean {
  return uriPattern.test(text) && URL.canParse(text)
}

/**
 * Parses a URI as in messages; percent-encodes non-ASCII ones.
 *
 * @throws AppError `BadRequestException`.
 */
export function parseOrigin(text: string): string {
  if (isUri(text)) return text
  const uri = /[\s\p{Cc}]/u.test(text) ? undefined : URL.parse(text)?.href
  if (uri !== undefined && isUri(uri)) return uri
  throw new AppError(
    'BadRequestException',
    'origin: is not a URI with a scheme, such as https://app.example or capacitor://localhost.',
  )
}
