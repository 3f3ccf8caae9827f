import type { Address } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'

/** A Sign-In with Ethereum message (EIP-4361). Times are milliseconds since 1970 (UTC), `null` when absent. */
export interface SiweMessage {
  /** Host and port of the requester of the signature (RFC 3986 authority). */
  readonly domain: string
  /** In EIP-55. */
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

/**
 * Formats the text that a wallet signs. Fields are inserted unchanged, so none may contain a line feed. viem's own builder
 * rejects domains of a single label.
 */
export function formatSiweMessage(message: SiweMessage): string {
  return [
    `${message.domain} wants you to sign in with your Ethereum account:`,
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

function isoTime(time: number): string {
  return new Date(time).toISOString()
}

/** `host[:port]` of RFC 3986, without user information. */
const authority = String.raw`(?:\[[0-9a-fA-F:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{1,5})?`

/** RFC 3339. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`

/** Matches the whole text, so that nothing can be beside a parsed message. */
const pattern = new RegExp(
  [
    `^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?<domain>${authority}) wants you to sign in with your Ethereum account:`,
    '(?<address>0x[0-9a-fA-F]{40})',
    // A message without a statement has two empty lines here; some builders write one.
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

/**
 * Parses the text of a message, in any form that EIP-4361 allows and with an address in any case; `null` unless the whole text
 * is a message.
 */
export function parseSiweMessage(text: string): SiweMessage | null {
  const fields = pattern.exec(text)?.groups
  if (!fields) return null
  const { domain = '', address = '', statement, uri = '', chainId, nonce = '', resources = '' } = fields
  const { issuedAt, expirationTime, notBefore } = fields
  const message = {
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
  return times.some(Number.isNaN) ? null : message
}

/** `null` when absent, NaN for an invalid date. */
function parseTime(text: string | undefined): number | null {
  if (text === undefined) return null
  return isInCalendar(text) ? Date.parse(text) : Number.NaN
}

/** Whether the day of an RFC 3339 time exists in its month; `Date.parse` overflows into the next month, and accepts 24:00. */
function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0] = text.split(/[-T:]/).map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && hour < 24
}
