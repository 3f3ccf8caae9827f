import { type Coin, getCoderByCoinType } from '@ensdomains/address-encoder'
import type { Hex } from 'viem'
import { checksumAddress, isHexAddress, isValidAddress } from '../crypto/evm-address.ts'
import { fromHex, lowerCaseHex, toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { isAddressLength } from './address-lengths.ts'
import { hasByronFrame } from './byron-address.ts'
import { coinName, isCoinType, isEvmCoinType } from './coin-type.ts'

/** Base58 decoding is quadratic in the length. */
const maxAddressCharacters = 512

function coderOf(coinType: number): Coin | null {
  try {
    return isCoinType(coinType) ? getCoderByCoinType(coinType) : null
  } catch {
    return null
  }
}

const cardano = 1815

/** The library loops endlessly on malformed Cardano addresses. */
function isSafeToDecode(coder: Coin, text: string): boolean {
  return coder.coinType !== cardano || /^addr/i.test(text) || hasByronFrame(text)
}

/** Null for an invalid address. Some coders decode any text to zero bytes ("unset"), or accept any length. */
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

/** Ignores case (the coder checks it), grouping spaces (Nimiq) and network prefix (CashAddr). */
function isSameAddressText(text: string, formatted: string): boolean {
  return [formatted, formatted.replaceAll(' ', ''), formatted.slice(formatted.indexOf(':') + 1)].some(
    (variant) => variant.toLowerCase() === text.toLowerCase(),
  )
}

/**
 * Parses an address to its binary form (ENSIP-9, ENSIP-11), lower-case hex. EVM: valid EIP-55 checksum or uniform case.
 * Others must format back to the same text: lenient coders would change the payee.
 * @throws InvalidRecordException
 */
export function parseAddress(coinType: number, text: string): Hex {
  const coder = coderOf(coinType)
  if (!coder) throw new AppError('InvalidRecordException', `Coin type ${coinType} is not supported.`)
  if (text.length > maxAddressCharacters)
    throw new AppError('InvalidRecordException', `An address has at most ${maxAddressCharacters} characters.`)
  // The library does the same, but hashes in JavaScript.
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

/** EIP-55 for EVM, else the coin's native form. Invalid bytes (possible on chain) become hex. */
export function formatAddress(coinType: number, address: Hex): string {
  if (isEvmCoinType(coinType)) return isHexAddress(address) ? checksumAddress(address) : address
  try {
    // Copied: a coder may read the whole buffer behind a view.
    return coderOf(coinType)?.encode(Uint8Array.from(fromHex(address))) ?? address
  } catch {
    return address
  }
}
