/** The content of a `data:` URL. */
interface DataUrl {
  /** In lower case, without parameters; empty where it has none. */
  readonly type: string
  readonly bytes: Uint8Array
}

/**
 * Reads a `data:` URL (RFC 2397): scheme and media type in any case, with parameters, base64 or percent-encoded, or both.
 * `undefined` for another text, and for base64 that is damaged.
 */
export function parseDataUrl(text: string): DataUrl | undefined {
  const [, media, data = ''] = /^data:([^,]*),(.*)$/is.exec(text.trim()) ?? []
  if (media === undefined) return undefined
  const [type = '', ...parameters] = media.split(';').map((part) => part.trim().toLowerCase())
  const bytes = decodePercent(data)
  if (parameters.at(-1) !== 'base64') return { type, bytes }
  const digits = bytes.toString('latin1').replaceAll(/[\t\n\f\r ]/g, '')
  const isBase64 = /^[0-9A-Za-z+/]*={0,2}$/.test(digits) && digits.replaceAll('=', '').length % 4 !== 1
  return isBase64 ? { type, bytes: Buffer.from(digits, 'base64') } : undefined
}

/** To bytes; text that is not encoded is UTF-8. */
function decodePercent(text: string): Buffer {
  const bytes = Buffer.from(text).toString('latin1')
  const decoded = bytes.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return Buffer.from(decoded, 'latin1')
}
