import { base58UncheckedDecode } from '@ensdomains/address-encoder/utils'

/** Two-element CBOR array, tag 24, byte string with a one-byte length. */
const byronPrefix = Buffer.from('82d81858', 'hex')

/**
 * Whether a text frames a Byron Cardano address: base58 of the CBOR array [tag 24 (bytes), unsigned integer]. The
 * address-encoder library loops endlessly on other CBOR (`5f00`); it checks the checksum.
 * @throws Error when not base58.
 */
export function hasByronFrame(text: string): boolean {
  const bytes = base58UncheckedDecode(text)
  const length = bytes[byronPrefix.length]
  if (length === undefined || Buffer.compare(bytes.subarray(0, byronPrefix.length), byronPrefix) !== 0)
    return false
  const checksumHead = bytes[byronPrefix.length + 1 + length]
  return checksumHead !== undefined && checksumHead < 0x20
}
