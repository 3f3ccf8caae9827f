import { keccak256 } from '@byname/keccak'
import type { Hex } from 'viem'
import { fromHex, toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { defaultEvmCoinType, ethCoinType, evmCoinType, isEvmCoinType } from './coin-types.ts'
import { type EnsName, normalizeName } from './names.ts'

/** EVM chains (ERC-7930, CAIP-350). */
const version = '0001'
const eip155 = '0000'

/** Reads the chain (ERC-7930); `undefined` for malformed bytes and non-EVM chains. */
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
 * Computes the ERC-7930 checksum: the first four bytes of the Keccak-256 of the versionless form, as upper-case hex.
 * `undefined` for non-EVM coin types.
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

/** A name and the chain of its address (ERC-7828, ENSIP-27). */
export interface InteroperableName {
  readonly name: EnsName
  /** After the `@`, in lower case; absent: all chains. */
  readonly chain: string | undefined
  /** Eight upper-case hex digits (ERC-7930). */
  readonly checksum: string | undefined
}

const maxChainCharacters = 100

/**
 * Parses `<name>`, `<name>@<chain>` or `<name>@<chain>#<checksum>`.
 * @throws AppError `InvalidNameException`.
 */
export function parseInteroperableName(text: string): InteroperableName {
  const at = text.lastIndexOf('@')
  if (at === -1) return { name: normalizeName(text), chain: undefined, checksum: undefined }
  const [, chain = '', checksum] = /^([-:.\w]+)(?:#(.*))?$/s.exec(text.slice(at + 1)) ?? []
  if (chain === '' || chain.length > maxChainCharacters)
    throw new AppError(
      'InvalidNameException',
      'The @ of a name must be followed by a chain: its id, eip155:<id> or a label such as base.',
    )
  if (checksum !== undefined && !/^[0-9A-F]{8}$/.test(checksum))
    throw new AppError(
      'InvalidNameException',
      'The # of a name must be followed by a checksum: eight upper-case hex digits (ERC-7828).',
    )
  return { name: normalizeName(text.slice(0, at)), chain: chain.toLowerCase(), checksum }
}
