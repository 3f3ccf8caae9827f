import { domainToASCII } from 'node:url'
import { AppError } from '../../errors.ts'

/** RFC 3986 characters; none ends a line or field. */
const uriPattern = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/
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

/**
 * Parses an http(s) URL; percent-encodes non-ASCII ones.
 *
 * @throws AppError `BadRequestException`.
 */
export function parseOrigin(text: string): string {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) {
    const uri = uriPattern.test(text) ? text : url.href
    if (uriPattern.test(uri)) return uri
  }
  throw new AppError('BadRequestException', 'origin: is not an http(s) URL.')
}
