/**
 * Decodes the text of a signed message in a header. Existing clients write each line feed as the two characters backslash and
 * n; percent-encoding and base64 are accepted too. Other text is returned unchanged, and fails later as not being an EIP-4361
 * message.
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
