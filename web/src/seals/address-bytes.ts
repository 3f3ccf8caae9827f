import { checksumAddress } from '@byname/sdk/checksum-address'
import { getCoderByCoinType } from '@ensdomains/address-encoder'
import { fromHex, toHex } from '../../../sdk/src/verify/bytes.ts'
import { hasByronFrame } from '../../../server/src/ens/address-remedies.ts'
import { isEvmCoinType } from '../../../server/src/ens/coin-types.ts'

const cardano = 1815

/** AION and Starknet, whose coders in the library are wrong: 32 bytes in hex; of Starknet without zeros in front. */
const hexCoins: ReadonlyMap<number, HexCoin> = new Map([
  [425, { form: /^0x([0-9a-f]{64})$/i, below: 2n ** 256n }],
  // Elements of Starknet's field.
  [9004, { form: /^0x([0-9a-f]{1,64})$/i, below: 2n ** 251n + 17n * 2n ** 192n + 1n }],
])

interface HexCoin {
  readonly form: RegExp
  readonly below: bigint
}

/**
 * The binary form of an address (ENSIP-9, ENSIP-11), which has to be written as it is usual: lenient coders would change the payee.
 * Undefined for a text that is no address of the coin.
 */
export function addressBytes(coinType: number, text: string): Uint8Array | undefined {
  if (isEvmCoinType(coinType)) return evmBytes(text)
  const hexCoin = hexCoins.get(coinType)
  if (hexCoin) return wordBytes(hexCoin, text)
  const bytes = decode(coinType, text)
  return bytes && isSameText(text, addressText(coinType, bytes)) ? bytes : undefined
}

/** As people read it; hex, where its usual form is not known. */
export function addressText(coinType: number, bytes: Uint8Array): string {
  const hex = toHex(bytes)
  if (isEvmCoinType(coinType)) return bytes.length === 20 ? checksumAddress(hex) : hex
  try {
    // Copied: a coder may read the whole buffer behind a view.
    return hexCoins.has(coinType) ? hex : (coderOf(coinType)?.encode(Uint8Array.from(bytes)) ?? hex)
  } catch {
    return hex
  }
}

function evmBytes(text: string): Uint8Array | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined
  const isUniform = /^0x(?:[0-9a-f]+|[0-9A-F]+)$/.test(text)
  return isUniform || checksumAddress(text) === text ? fromHex(text) : undefined
}

function wordBytes({ form, below }: HexCoin, text: string): Uint8Array | undefined {
  const [, digits] = form.exec(text) ?? []
  if (digits === undefined || BigInt(`0x${digits}`) >= below) return undefined
  return fromHex(`0x${digits.padStart(64, '0')}`)
}

function decode(coinType: number, text: string): Uint8Array | undefined {
  const coder = coderOf(coinType)
  try {
    // The library loops endlessly on malformed ones.
    if (coinType === cardano && !/^addr/i.test(text) && !hasByronFrame(text)) return undefined
    const bytes = coder ? coder.decode(text) : fromHex(text)
    return bytes.length > 0 ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Undefined for a coin type whose usual form is not known. */
function coderOf(coinType: number) {
  try {
    // Safe: the library returns undefined for numbers that it does not know.
    return getCoderByCoinType(coinType as never) as
      | { readonly encode: (bytes: Uint8Array) => string; readonly decode: (text: string) => Uint8Array }
      | undefined
  } catch {
    return undefined
  }
}

/** Ignores case (the coder checks it), grouping blanks and the prefix of a network. */
function isSameText(text: string, formatted: string): boolean {
  const forms = [formatted, formatted.replaceAll(' ', ''), formatted.slice(formatted.indexOf(':') + 1)]
  return forms.some((form) => form.toLowerCase() === text.toLowerCase())
}
