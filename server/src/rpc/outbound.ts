import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { AppError, type ErrorName, errorCode } from '../errors.ts'
import { OutboundError, type OutboundFault } from './outbound/error.ts'
import { maxUrlChars, urlTooLongError } from './outbound/url-template.ts'

const errorNames: Readonly<Record<OutboundFault, ErrorName>> = {
  refused: 'UpstreamException',
  'timed-out': 'UpstreamTimeoutException',
  failed: 'UpstreamException',
  'budget-exhausted': 'UpstreamException',
  overloaded: 'ServiceUnavailableException',
}

/** Maps an OutboundError about `subject` ("The gateway"); rethrows others. */
export function asAppError(error: unknown, subject: string): AppError {
  if (!(error instanceof OutboundError)) throw error
  return new AppError(errorNames[error.fault], `${subject} ${error.message}.`)
}

/** System error code (`ECONNREFUSED`) of an error or its cause. */
export function connectionErrorCode(error: unknown): string | undefined {
  return errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined)
}

/** ` (ECONNREFUSED)`; empty without a code. */
export function formatErrorCode(error: unknown): string {
  const code = connectionErrorCode(error)
  return code === undefined ? '' : ` (${code})`
}

/** Public, but serves Azure's hosts. */
const azureHost = '168.63.129.16'

/** RFC 4291, IANA's global unicast space. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** RFC 6052: the last 32 bits are an IPv4 address. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * False for ranges that IANA reserves and clouds' own services. Checks the IPv4 in a mapped or NAT64 address; rejects
 * tunnels (6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv4 ? isPublicV4(address) : isPublicV6(address)
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureHost
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(nat64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(globalUnicast) && address.range() === 'unicast'
}

/** Suffixes of local names (RFC 6761, 6762, 8375, ICANN's `internal`). */
const privateHostPattern = /^[^.]+$|(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/

/** Judged by the name of the host of a URL, without resolving it. */
export function isPublicHost(url: string): boolean {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) ? isPublicAddress(host) : !privateHostPattern.test(host)
}

/** Exact origins. */
export type OriginSet = Pick<ReadonlySet<string>, 'has'>

const loopbackHosts: ReadonlySet<string | undefined> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a URL leads to this machine. */
export function isLoopbackUrl(url: string): boolean {
  return loopbackHosts.has(URL.parse(url)?.hostname)
}

/** Also this machine, at any port, over http and https. */
export function withLoopback(origins: OriginSet): OriginSet {
  return { has: (origin) => origins.has(origin) || isLoopbackUrl(origin) }
}

/** Our id in `CDN-Loop` (RFC 8586). */
export const cdnLoopId = 'byname'

/** Whether a service of this software sent the request. */
export function isLoop(cdnLoop: string | undefined): boolean {
  return (
    cdnLoop?.split(',').some((item) => item.split(';', 1)[0]?.trim().toLowerCase() === cdnLoopId) ?? false
  )
}

/**
 * Requires https (or http if accepted) unless the origin is allowed; rejects credentials. The connector checks the
 * host.
 * @throws OutboundError `refused`.
 */
export function parseOutboundUrl(text: string, allowedOrigins: OriginSet, acceptsHttp = false): URL {
  if (text.length > maxUrlChars) throw urlTooLongError(maxUrlChars)
  const url = URL.parse(text)
  if (!url) throw new OutboundError('refused', 'has a malformed URL')
  if (url.username || url.password) throw new OutboundError('refused', 'has a URL with credentials in it')
  const isAccepted = url.protocol === 'https:' || (acceptsHttp && url.protocol === 'http:')
  if (!isAccepted && !allowedOrigins.has(url.origin))
    throw new OutboundError('refused', `has a URL that is not ${acceptsHttp ? 'http(s)' : 'https'}`)
  return url
}

/** @throws OutboundError `failed` as soon as it exceeds `maxBytes`. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new OutboundError('failed', `returned more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString(encoding)
}

const bodyStartTimeoutMs = 1_000

/**
 * The first bytes as UTF-8, as far as they come within a second; the rest is discarded. Never rejects: the status has
 * been received.
 */
export async function readBodyStart(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), bodyStartTimeoutMs)
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) break
    }
  } catch {
    // What was received is returned.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}

/** The same for absent and non-public hosts: a difference would reveal internal networks. */
export function notPublicError() {
  return new OutboundError(
    'refused',
    'has a host that does not exist or is not public; check its name and address',
  )
}

/**
 * Names pass: the connector checks their addresses.
 * @throws OutboundError `refused`.
 */
export function refusePrivateAddress(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isPublicAddress(address)) throw notPublicError()
}
