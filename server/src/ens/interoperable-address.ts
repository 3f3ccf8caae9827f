import type { Hex } from 'viem'
import { fromHex, toHex } from '../crypto/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType, isEvmCoinType } from './coin-type.ts'

/** Prefix of the interoperable addresses of EVM chains: version and chain type (ERC-7930, CAIP-350). */
const version = '0001'
const eip155 = '0000'

/**
 * Reads the chain of an interoperable address (ERC-7930) as a coin type. `undefined` for malformed bytes and for chains
 * other than EVM chains with a coin type.
 */
export function coinTypeOfInteroperableAddress(bytes: Hex): number | undefined {
  const match = /^0x([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{2})/i.exec(bytes)
  if (match?.[1] !== version || match[2] !== eip155) return undefined
  const length = Number.parseInt(match[3] ?? '', 16)
  const reference = bytes.slice(12, 12 + 2 * length)
  const chainId = Number.parseInt(reference, 16)
  return length > 0 && reference.length === 2 * length && chainId > 0 && chainId < defaultEvmCoinType
    ? evmCoinType(chainId)
    : undefined
}

/**
 * Computes the checksum of an address on a chain (ERC-7930): the first four bytes of the Keccak-256 of its interoperable
 * form without the version, as eight upper-case hex digits. `undefined` where the chain is not an EVM one.
 */
export function interoperableChecksum(coinType: number, address: Hex): string | undefined {
  if (!isEvmCoinType(coinType) || coinType === defaultEvmCoinType) return undefined
  const chainId = coinType === ethCoinType ? 1 : coinType - defaultEvmCoinType
  const digits = chainId.toString(16)
  const reference = digits.padStart(digits.length + (digits.length % 2), '0')
  const encoded: Hex = `0x${eip155}${hexByte(reference.length / 2)}${reference}${hexByte(address.length / 2 - 1)}${address.slice(2)}`
  return toHex(keccak256(fromHex(encoded)).subarray(0, 4))
    .slice(2)
    .toUpperCase()
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0')
}
