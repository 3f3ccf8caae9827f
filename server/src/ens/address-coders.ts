import { getCoderByCoinType } from '@ensdomains/address-encoder'
import { fromHex, toHex } from '../crypto/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { isCoinType } from './coin-type.ts'

/** Between the text form of a coin's addresses and the binary form of ENSIP-9. Both throw on anything else. */
export interface AddressCoder {
  decode(text: string): Uint8Array
  encode(bytes: Uint8Array): string
  /** Whether `decode` accepts several texts of one address; else a text must be what `encode` returns. */
  readonly isLenient?: boolean
}

/**
 * The coder of a coin type; `undefined` if it is no coin type. Coin types without a known text form have hexadecimal
 * digits: so their addresses can be kept, moved and resolved.
 */
export function addressCoderOf(coinType: number): AddressCoder | undefined {
  if (!isCoinType(coinType)) return undefined
  return ownCoders.get(coinType) ?? libraryCoder(coinType) ?? rawHex
}

/** Whether addresses of a coin type have a text form that is known here. */
export function hasTextForm(coinType: number): boolean {
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
