import { keccak256 } from '@byname/keccak'
import { getCoderByCoinType } from '@ensdomains/address-encoder'
import type { Hex } from 'viem'
import { checksumAddress, isHexAddress, isValidAddress } from '../crypto/evm-address.ts'
import { fromHex, lowerCaseHex, toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { addressRemedy, hasByronFrame } from './address-remedies.ts'
import { coinName } from './coin-names.ts'
import { chainIdHint, coinTypeProblem } from './coin-type-input.ts'
import { isCoinType, isEvmCoinType } from './coin-types.ts'

/** Base58 decoding is quadratic in the length. */
export const maxAddressCharacters = 512

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
 * Of a record: one whose number is known to mean another coin type is refused, with the one that is meant.
 * @throws AppError `InvalidRecordException`.
 */
export function assertCoinType(coinType: number): void {
  const problem = coinTypeProblem(coinType)
  if (problem === undefined) return
  const end = problem.endsWith('?') ? '' : '. Expected a whole number from 0 to 4294967295.'
  throw new AppError('InvalidRecordException', `The coin type ${coinType} ${problem}${end}`)
}

/**
 * Parses an address to its binary form (ENSIP-9, ENSIP-11), lower-case hex. EVM: valid EIP-55 checksum or uniform case.
 * Others must format back to the same text: lenient coders would change the payee. Coin types without a known text form
 * have hexadecimal digits, of any case.
 * @throws InvalidRecordException
 */
export function parseAddress(coinType: number, text: string): Hex {
  assertCoinType(coinType)
  const coder = addressCoderOf(coinType) ?? rawHex
  if (text.length > maxAddressCharacters)
    throw new AppError('InvalidRecordException', `An address has at most ${maxAddressCharacters} characters.`)
  // The library does the same, but hashes in JavaScript.
  const isEvmAddress = isEvmCoinType(coinType) && isValidAddress(text)
  const address = isEvmAddress ? lowerCaseHex(text) : decodeWith(coder, coinType, text)
  if (!address) {
    throw new AppError(
      'InvalidRecordException',
      `"${text}" is not an address of coin type ${coinType} (${coinName(coinType)})${expectedForm(coinType, text)}.` +
        chainIdHint(coinType, text),
    )
  }
  if (isEvmCoinType(coinType) || coder.isLenient) return address
  const formatted = formatAddress(coinType, address)
  const coin = `coin type ${coinType} (${coinName(coinType)})`
  if (!isSameAddressText(text, formatted)) {
    const remedy = addressRemedy(coinType, text) ?? `If "${formatted}" is the same address, send that`
    throw new AppError(
      'InvalidRecordException',
      `"${text}" is not in the usual form of addresses of ${coin}. ${remedy[0]?.toUpperCase()}${remedy.slice(1)}.`,
    )
  }
  return address
}

function expectedForm(coinType: number, text: string): string {
  const remedy = addressRemedy(coinType, text)
  if (remedy !== undefined) return `: ${remedy}`
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

/** Between the text form of a coin's addresses and the binary form of ENSIP-9. Both throw on anything else. */
interface AddressCoder {
  decode(text: string): Uint8Array
  encode(bytes: Uint8Array): string
  /** Whether `decode` accepts several texts of one address; else a text must be what `encode` returns. */
  readonly isLenient?: boolean
}

/**
 * The coder of a coin type; `undefined` if it is no coin type. Coin types without a known text form have hexadecimal
 * digits: so their addresses can be kept, moved and resolved.
 */
function addressCoderOf(coinType: number): AddressCoder | undefined {
  if (!isCoinType(coinType)) return undefined
  return ownCoders.get(coinType) ?? libraryCoder(coinType) ?? rawHex
}

/** Whether addresses of a coin type have a text form that is known here. */
function hasTextForm(coinType: number): boolean {
  return addressCoderOf(coinType) !== rawHex
}

function libraryCoder(coinType: number): AddressCoder | undefined {
  try {
    return getCoderByCoinType(coinType) ?? undefined
  } catch {
    return undefined
  }
}

const starknetBytes = 32

/** Addresses are elements of Starknet's field: below 2^251 + 17 · 2^192 + 1. */
const starknetPrime = 2n ** 251n + 17n * 2n ** 192n + 1n

/** One to 64 hexadecimal digits, in one case or with the checksum of Starknet's tools. */
const starknet: AddressCoder = {
  isLenient: true,
  decode: (text) => {
    const digits = /^0x([0-9a-fA-F]{1,64})$/.exec(text)?.[1] ?? ''
    const isBelowPrime = digits !== '' && BigInt(`0x${digits}`) < starknetPrime
    const bytes = fromHex(`0x${digits.toLowerCase().padStart(2 * starknetBytes, '0')}`)
    const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    if (!isBelowPrime || (isMixedCase && !starknet.encode(bytes).endsWith(digits)))
      throw new Error('Not a Starknet address')
    return bytes
  },
  encode: (bytes) => {
    if (bytes.length !== starknetBytes) throw new Error('Not a Starknet address')
    const start = bytes.findIndex((byte) => byte !== 0)
    const hash = toHex(keccak256(start === -1 ? new Uint8Array(1) : bytes.subarray(start))).slice(2)
    const digits = [...toHex(bytes).slice(2)]
    return `0x${digits.map((digit, index) => (Number.parseInt(hash[index] ?? '', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
  },
}

/** 32 bytes as hexadecimal digits. The library's coder has a pattern with state, which rejects every second address. */
const aion: AddressCoder = {
  decode: (text) => {
    if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new Error('Not an AION address')
    return hexBytes(text)
  },
  encode: (bytes) => {
    if (bytes.length !== 32) throw new Error('Not an AION address')
    return toHex(bytes)
  },
}

const rawHex: AddressCoder = {
  decode: (text) => {
    if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) throw new Error('Not hexadecimal')
    return hexBytes(text)
  },
  encode: toHex,
}

function hexBytes(text: string): Uint8Array {
  return fromHex(`0x${text.slice(2).toLowerCase()}`)
}

/** By coin type (SLIP-44), where the library's coder is wrong. */
const ownCoders: ReadonlyMap<number, AddressCoder> = new Map([
  [425, aion],
  [9004, starknet],
])

/** Public key (Ed25519, secp256k1 x coordinate) or 256-bit hash. */
const key = [32]

/** Public key hash (RIPEMD-160, end of Keccak-256). */
const keyHash = [20]

/** Cosmos SDK accounts, and its module and contract accounts (ADR-28). */
const cosmos = [20, 32]

/** Lengths for coins whose encoder accepts any number of bytes. */
const lengths: ReadonlyMap<number, readonly number[]> = new Map([
  [118, cosmos],
  // Network byte, two keys, checksum; optionally an 8-byte payment id.
  [128, [69, 77]],
  // Transparent scripts (key hash, script hash), Sapling address.
  [133, [25, 23, 43]],
  // Version and account; X-address: two version bytes, flags, tag.
  [144, [21, 31]],
  [148, key],
  [165, key],
  // Network byte and key hash.
  [195, [21]],
  [242, keyHash],
  [304, keyHash],
  [313, keyHash],
  [330, cosmos],
  [459, cosmos],
  [472, key],
  [501, key],
  [508, key],
  [573, key],
  [714, keyHash],
  [1023, keyHash],
  [1237, key],
  // Without the type, which the coder adds.
  [4218, key],
  [8444, key],
  [9000, keyHash],
])

/** True if the lengths are unknown. */
function isAddressLength(coinType: number, bytes: number): boolean {
  return lengths.get(coinType)?.includes(bytes) ?? true
}
