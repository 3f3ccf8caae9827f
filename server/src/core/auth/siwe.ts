import { domainToASCII } from 'node:url'
import type { Address } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'

/** EIP-4361. Times are milliseconds since 1970, `null` when absent. */
export interface SiweMessage {
  /** Before the domain, such as `https`; absent: any. */
  readonly scheme?: string | undefined
  /** RFC 3986 authority. */
  readonly domain: string
  /** EIP-55. */
  readonly address: Address
  readonly statement: string | null
  readonly uri: string
  readonly chainId: number
  readonly nonce: string
  readonly issuedAt: number
  readonly expirationTime: number | null
  readonly notBefore: number | null
  readonly resources: readonly string[]
}

/** Fields must not contain line feeds. viem's builder rejects single-label domains. */
export function formatSiweMessage(message: SiweMessage): string {
  return [
    `${siteOf(message)} wants you to sign in with your Ethereum account:`,
    message.address,
    '',
    ...(message.statement === null ? [] : [message.statement]),
    '',
    `URI: ${message.uri}`,
    'Version: 1',
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${isoTime(message.issuedAt)}`,
    ...(message.expirationTime === null ? [] : [`Expiration Time: ${isoTime(message.expirationTime)}`]),
    ...(message.notBefore === null ? [] : [`Not Before: ${isoTime(message.notBefore)}`]),
    ...(message.resources.length === 0 ? [] : ['Resources:', ...message.resources.map((uri) => `- ${uri}`)]),
  ].join('\n')
}

/** The domain, with the scheme if the message has one. */
export function siteOf({ scheme, domain }: Pick<SiweMessage, 'scheme' | 'domain'>): string {
  return scheme === undefined ? domain : `${scheme}://${domain}`
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}

/** RFC 3986, without user information. */
const authority = String.raw`(?:\[[0-9a-fA-F:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{1,5})?`

/** RFC 3339 §5.6: `T` and `Z` may be lower case. */
const time = String.raw`\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)`

/** Anchored: a message must be the whole text. */
const pattern = new RegExp(
  [
    `^(?:(?<scheme>[a-zA-Z][a-zA-Z0-9+.-]*)://)?(?<domain>${authority}) wants you to sign in with your Ethereum account:`,
    '(?<address>0x[0-9a-fA-F]{40})',
    // Without a statement, EIP-4361 has two empty lines; some builders write one.
    String.raw`(?:\n(?<statement>[^\n]*)\n|\n?)`,
    String.raw`URI: (?<uri>\S+)`,
    'Version: 1',
    String.raw`Chain ID: (?<chainId>\d{1,15})`,
    'Nonce: (?<nonce>[a-zA-Z0-9]{8,})',
    `Issued At: (?<issuedAt>${time})(?:\\nExpiration Time: (?<expirationTime>${time}))?` +
      String.raw`(?:\nNot Before: (?<notBefore>${time}))?(?:\nRequest ID: [^\n]*)?` +
      String.raw`(?:\nResources:(?<resources>(?:\n- \S+)*))?$`,
  ].join('\n'),
)

/** Accepts every form of EIP-4361 and any address case; `null` unless the whole text matches. */
export function parseSiweMessage(text: string): SiweMessage | null {
  const fields = pattern.exec(text)?.groups
  if (!fields) return null
  const { domain = '', address = '', statement, uri = '', chainId, nonce = '', resources = '' } = fields
  const { scheme, issuedAt, expirationTime, notBefore } = fields
  const message = {
    ...(scheme !== undefined && { scheme: scheme.toLowerCase() }),
    domain,
    address: checksumAddress(address),
    statement: statement || null,
    uri,
    chainId: Number(chainId),
    nonce,
    issuedAt: parseTime(issuedAt) ?? Number.NaN,
    expirationTime: parseTime(expirationTime),
    notBefore: parseTime(notBefore),
    resources: resources.split('\n- ').slice(1),
  }
  const times = [message.issuedAt, message.expirationTime, message.notBefore]
  const areUris = [uri, ...message.resources].every(isUri)
  return times.some(Number.isNaN) || !areUris ? null : message
}

/** `null` when absent, NaN when invalid. */
function parseTime(text: string | undefined): number | null {
  if (text === undefined) return null
  const upper = text.toUpperCase()
  return isInCalendar(upper) ? Date.parse(upper) : Number.NaN
}

/** `Date.parse` accepts 24:00 and February 30. */
function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0] = text.split(/[-T:]/).map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && hour < 24
}

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
