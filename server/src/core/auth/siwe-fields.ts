import { domainToASCII } from 'node:url'
import { AppError } from '../../errors.ts'

/** Characters of RFC 3986: none of them can end a line or a field of a message. */
const uriPattern = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/
const hostPattern = /^(?:\[[0-9a-fA-F:.]+\]|[\w.~%!$&'()*+,;=-]+)$/

/**
 * Parses the domain of a message to be composed: host and port (RFC 3986 authority) such as `app.example`, `localhost:3000` or
 * the single label `acme`. A Unicode host becomes its ASCII form (IDNA).
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

/** The empty string for an invalid host name. Characters that would end a host are rejected before the conversion. */
function toAscii(host: string): string {
  return /[\s\p{Cc}:/?#@\\[\]]/u.test(host) ? '' : domainToASCII(host)
}

/**
 * Parses the origin of a message to be composed: an http(s) URL, unchanged if it is ASCII, else percent-encoded.
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
