import { base58UncheckedDecode } from '@ensdomains/address-encoder/utils'
import { chainCoinType, coinName } from './coin-names.ts'
import { isEvmCoinType } from './coin-types.ts'

const zcash = 133
const nano = 165

/** An EVM address behind its chain (ERC-3770, CAIP-10, EIP-681), or a URI of another coin. */
const withScheme = /^([a-z][a-z0-9-]*(?::\d{1,10})?):(?:\/\/)?([^:\s]+)$/is

/**
 * The chain and address of an EVM address that has its chain before it: `eth:0x…` (ERC-3770), `eip155:8453:0x…` (CAIP-10),
 * `ethereum:0x…` (EIP-681). `coinType` is undefined for a chain that is not known.
 */
export function splitChainAddress(
  text: string,
): { readonly coinType: number | undefined; readonly address: string } | undefined {
  const [, scheme = '', address = ''] = withScheme.exec(text.trim()) ?? []
  return /^0x[0-9a-f]{40}$/i.test(address)
    ? { coinType: chainCoinType(scheme.toLowerCase()), address }
    : undefined
}

/** What to send instead of a text that is no address of the coin type; `undefined` where it is not known. */
export function addressRemedy(coinType: number, text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed !== text) return `send it without blanks around it, as "${trimmed}"`
  const chain = isEvmCoinType(coinType) ? splitChainAddress(text) : undefined
  if (chain)
    return chain.coinType === undefined || chain.coinType === coinType
      ? `send the address alone, "${chain.address}"`
      : `send "${chain.address}" under the coin type ${chain.coinType} (${coinName(chain.coinType)})`
  if (isEvmCoinType(coinType) && /^[0-9a-f]{40}$/i.test(text)) return `send it with 0x, as "0x${text}"`
  if (/^[^:/]+\.(?:eth|box|xyz|com|id)$/i.test(text))
    return 'it is a name; send the address that it resolves to'
  if (coinType === nano && /^xrb_/i.test(text))
    return `addresses of Nano begin with nano_ now; send "nano_${text.slice(4)}"`
  if (coinType === zcash && /^u(?:test)?1/i.test(text))
    return 'a unified address has no form in ENS records; send its transparent (t1…) or Sapling (zs1…) receiver'
  const [, scheme, address] = isEvmCoinType(coinType) ? [] : (withScheme.exec(text) ?? [])
  return scheme !== undefined &&
    /^(?:bitcoin|litecoin|dogecoin|solana|tron|zcash|nano|monero|ripple|cardano)$/i.test(scheme)
    ? `send the address alone, "${address}"`
    : undefined
}

/** Two-element CBOR array, tag 24, byte string with a one-byte length. */
const byronPrefix = [0x82, 0xd8, 0x18, 0x58]

/**
 * Whether a text frames a Byron Cardano address: base58 of the CBOR array [tag 24 (bytes), unsigned integer]. The
 * address-encoder library loops endlessly on other CBOR (`5f00`); it checks the checksum.
 * @throws Error when not base58.
 */
export function hasByronFrame(text: string): boolean {
  const bytes = base58UncheckedDecode(text)
  const length = bytes[byronPrefix.length]
  if (length === undefined || byronPrefix.some((byte, at) => bytes[at] !== byte)) return false
  const checksumHead = bytes[byronPrefix.length + 1 + length]
  return checksumHead !== undefined && checksumHead < 0x20
}
