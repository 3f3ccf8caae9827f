import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Credential } from '../../core/context.ts'

/** What `mountRoute` has authenticated. */
export function credentialOf(request: FastifyRequest): Credential {
  return request.getDecorator<Credential | undefined>('credential') ?? {}
}

/**
 * A header as text: Node reads its bytes as ISO 8859-1. Those that are UTF-8 are read as UTF-8, which programs outside of
 * browsers send; others stay as they are, which `fetch` sends for characters up to U+00FF.
 */
export function readHeaderText(header: string): string {
  if (!/[\u0080-\u00ff]/.test(header)) return header
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}

/**
 * Decodes a signed message in percent-encoding, base64, or with each line feed as backslash and n, as existing clients
 * write it. Returns other text unchanged; it fails later as not being an EIP-4361 message.
 */
export function decodeMessageHeader(header: string): string {
  if (header.includes('\\n')) return header.replaceAll('\\n', '\n')
  if (/%0a/i.test(header)) return decodePercentEncoding(header) ?? header
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return Buffer.from(header, 'base64').toString('utf8')
  return header
}

function decodePercentEncoding(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Of an API key: `x-api-key`, which goes first, or `Authorization: Bearer` (RFC 6750 §2.1). Empty means absent. */
export function presentedApiKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const own = headers['x-api-key']?.toString()
  const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return own || bearer
}
