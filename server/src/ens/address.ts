import type { Hex } from 'viem'
import { checksumAddress, isHexAddress, isValidAddress } from '../crypto/evm-address.ts'
import { fromHex, lowerCaseHex, toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { type AddressCoder, addressCoderOf, hasTextForm } from './address-coders.ts'
import { isAddressLength } from './address-lengths.ts'
import { hasByronFrame } from './byron-address.ts'
import { coinName, isEvmCoinType } from './coin-type.ts'

/** Base58 decoding is quadratic in the length. */
const maxAddressCharacters = 512

const cardano = 1815

/** The library loops endlessly on malformed Cardano addresses. */
function isSafeToDecode(coinType: number, text: string): boolean {
  return coinType !== cardano || /^addr/i.test(text) || hasByronFrame(text)
}

/** Null for an invalid address. Some coders decode any text to zero bytes ("unset"), or accept any length. */
function decodeWith(coder: AddressCoder, coinType: number, text: string): Hex | null {
  try {
    if (!isSafeToDecode(coinType, text)) return null
    const bytes = coder.decode(text)
    const isAddress = text !== '' && bytes.length > 0 && isAddressLength(coinType, bytes.length)
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
 * Others must format back to the same text: lenient coders would change the payee. Coin types without a known text form
 * have hexadecimal digits, of any case.
 * @throws InvalidRecordException
 */
export function parseAddress(coinType: number, text: string): Hex {
  const coder = addressCoderOf(coinType)
  if (!coder)
    throw new AppError(
      'InvalidRecordException',
      `${coinType} is not a coin type: expected a whole number from 0 to 4294967295.`,
    )
  if (text.length > maxAddressCharacters)
    throw new AppError('InvalidRecordException', `An address has at most ${maxAddressCharacters} characters.`)
  // The library does the same, but hashes in JavaScript.
  const isEvmAddress = isEvmCoinType(coinType) && isValidAddress(text)
  const address = isEvmAddress ? lowerCaseHex(text) : decodeWith(coder, coinType, text)
  if (!address) {
    throw new AppError(
      'InvalidRecordException',
      `"${text}" is not an address of coin type ${coinType} (${coinName(coinType)})${expectedForm(coinType)}.`,
    )
  }
  if (isEvmCoinType(coinType) || coder.isLenient) return address
  const formatted = formatAddress(coinType, address)
  if (!isSameAddressText(text, formatted))
    throw new AppError(
      'InvalidRecordException',
      `"${text}" is not in the usual form of addresses of coin type ${coinType} (${coinName(coinType)}). If ` +
        `"${formatted}" is the same address, send that.`,
    )
  return address
}

function expectedForm(coinType: number): string {
  if (isEvmCoinType(coinType)) return ': expected 0x and 40 hex digits with a correct EIP-55 checksum'
  return hasTextForm(coinType)
    ? ''
    : ': no text form of its addresses is known here; expected 0x and the hex digits of the binary address'
}

/** EIP-55 for EVM, else the coin's native form. Invalid bytes (possible on chain) become hex. */
export function formatAddress(coinType: number, address: Hex): string {
  if (isEvmCoinType(coinType)) return isHexAddress(address) ? checksumAddress(address) : address
  try {
    // Copied: a coder may read the whole buffer behind a view.
    return addressCoderOf(coinType)?.encode(Uint8Array.from(fromHex(address))) ?? address
  } catch {
    return address
  }
}
