import { type Coin, getCoderByCoinType } from '@ensdomains/address-encoder'
import type { Hex } from 'viem'
import { checksumAddress, isHexAddress, isValidAddress } from '../crypto/evm-address.ts'
import { fromHex, lowerCaseHex, toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isAddressLength } from './address-lengths.ts'
import { hasByronFrame } from './byron-address.ts'
import { coinName, isCoinType, isEvmCoinType } from './coin-type.ts'

/** Longest address text that is parsed; base58 decoding is quadratic in it. */
const maxAddressCharacters = 512

/** The coder of a coin type, null if the library has none. */
function coderOf(coinType: number): Coin | null {
  try {
    return isCoinType(coinType) ? getCoderByCoinType(coinType) : null
  } catch {
    return null
  }
}

const cardano = 1815

/** Whether a text is safe for the library, which loops endlessly on malformed Cardano addresses. */
function isSafeToDecode(coder: Coin, text: string): boolean {
  return coder.coinType !== cardano || /^addr/i.test(text) || hasByronFrame(text)
}

/**
 * Decodes a text; null when it is not an address. Some coders decode any text to zero bytes, which would mean "unset",
 * and some accept any length.
 */
function decodeWith(coder: Coin, text: string): Hex | null {
  try {
    if (!isSafeToDecode(coder, text)) return null
    const bytes = coder.decode(text)
    const isAddress = text !== '' && bytes.length > 0 && isAddressLength(coder.coinType, bytes.length)
    return isAddress ? toHex(bytes) : null
  } catch {
    return null
  }
}

/**
 * Whether a text equals the formatted address, ignoring case (the coder has checked which ones the coin allows), the spaces
 * that group it (Nimiq) and the prefix that names its network (CashAddr).
 */
function isSameAddressText(text: string, formatted: string): boolean {
  return [formatted, formatted.replaceAll(' ', ''), formatted.slice(formatted.indexOf(':') + 1)].some(
    (variant) => variant.toLowerCase() === text.toLowerCase(),
  )
}

/**
 * Reads the text of an address as its binary form (ENSIP-9, ENSIP-11), lower-case hex. An EVM address is `0x` and 40
 * digits, with a valid EIP-55 checksum or in one case. Any other address must be formatted back to the text that was given:
 * lenient coders would otherwise change the payee of a record.
 *
 * @throws InvalidRecordException for an unknown coin type and for an invalid address of it.
 */
export function parseAddress(coinType: number, text: string): Hex {
  const coder = coderOf(coinType)
  if (!coder) throw new AppError('InvalidRecordException', `Coin type ${coinType} is not supported.`)
  if (text.length > maxAddressCharacters)
    throw new AppError('InvalidRecordException', `An address has at most ${maxAddressCharacters} characters.`)
  // The library comes to the same result, after hashing in JavaScript.
  const isEvmAddress = isEvmCoinType(coinType) && isValidAddress(text)
  const address = isEvmAddress ? lowerCaseHex(text) : decodeWith(coder, text)
  if (!address) {
    const hint = isEvmCoinType(coinType)
      ? ': expected 0x and 40 hex digits with a correct EIP-55 checksum'
      : ''
    throw new AppError(
      'InvalidRecordException',
      `"${text}" is not an address of coin type ${coinType} (${coinName(coinType)})${hint}.`,
    )
  }
  if (isEvmCoinType(coinType)) return address
  const formatted = formatAddress(coinType, address)
  if (!isSameAddressText(text, formatted))
    throw new AppError(
      'InvalidRecordException',
      `"${text}" is not in the usual form of addresses of coin type ${coinType} (${coinName(coinType)}). If ` +
        `"${formatted}" is the same address, send that.`,
    )
  return address
}

/**
 * Formats the binary form of an address: EIP-55 for EVM coin types, else the form native to the coin. Invalid bytes (possible
 * on chain, never in the store) are formatted as hex.
 */
export function formatAddress(coinType: number, address: Hex): string {
  if (isEvmCoinType(coinType)) return isHexAddress(address) ? checksumAddress(address) : address
  try {
    // A copy, because a coder may read the whole buffer behind a view.
    return coderOf(coinType)?.encode(Uint8Array.from(fromHex(address))) ?? address
  } catch {
    return address
  }
}
