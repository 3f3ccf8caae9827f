import { base58UncheckedDecode } from '@ensdomains/address-encoder/utils'

/** CBOR of a two-element array whose first element is a tagged (24) byte string with a one-byte length. */
const byronPrefix = Buffer.from('82d81858', 'hex')

/**
 * Whether a text has the frame of a Cardano address of the Byron era: base58 of the CBOR array [tag 24 (bytes),
 * unsigned integer]. The address-encoder library decodes CBOR of any shape, and a few bytes of it (`5f00`) make it
 * loop endlessly, so this is checked before the library is called. The library verifies the checksum.
 *
 * @throws Error when the text is not base58.
 */
export function hasByronFrame(text: string): boolean {
  const bytes = base58UncheckedDecode(text)
  const length = bytes[byronPrefix.length]
  if (length === undefined || Buffer.compare(bytes.subarray(0, byronPrefix.length), byronPrefix) !== 0)
    return false
  const checksumHead = bytes[byronPrefix.length + 1 + length]
  return checksumHead !== undefined && checksumHead < 0x20
}
