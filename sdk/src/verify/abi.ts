import { concat, keccak, toBigInt, uint, utf8 } from './bytes.ts'
import { type RefusalReason, Refused } from './refusal.ts'

/**
 * The few forms of the contract ABI that answers have, decoded as the Solidity compiler does: offsets and lengths stay
 * within the bytes, padding is not looked at.
 */

/** The first four bytes of the hash of a function's or error's signature. */
export function selectorOf(signature: string): Uint8Array {
  return keccak(utf8(signature)).subarray(0, 4)
}

/** Values that stand in the head (32 bytes), or are of any length. */
export type AbiValue = { readonly word: Uint8Array } | { readonly bytes: Uint8Array }

export function word(value: bigint | number | Uint8Array): AbiValue {
  return { word: typeof value === 'object' ? uint(toBigInt(value), 32) : uint(value, 32) }
}

export function dynamic(bytes: Uint8Array): AbiValue {
  return { bytes }
}

export function encodeValues(values: readonly AbiValue[]): Uint8Array {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = values.length * 32
  for (const value of values) {
    if ('word' in value) {
      heads.push(value.word)
      continue
    }
    const tail = encodeBytes(value.bytes)
    heads.push(uint(offset, 32))
    tails.push(tail)
    offset += tail.length
  }
  return concat(...heads, ...tails)
}

export function encodeCall(signature: string, values: readonly AbiValue[]): Uint8Array {
  return concat(selectorOf(signature), encodeValues(values))
}

/** As one value `bytes[]`. */
export function encodeBytesList(items: readonly Uint8Array[]): Uint8Array {
  const list = encodeValues(items.map(dynamic))
  return concat(uint(32, 32), uint(items.length, 32), list)
}

function encodeBytes(bytes: Uint8Array): Uint8Array {
  return concat(uint(bytes.length, 32), bytes, new Uint8Array((32 - (bytes.length % 32)) % 32))
}

/** A tuple, or the part of a list behind its length: offsets count from its first byte. */
export class AbiReader {
  readonly #bytes: Uint8Array
  readonly #reason: RefusalReason

  constructor(bytes: Uint8Array, reason: RefusalReason) {
    this.#bytes = bytes
    this.#reason = reason
  }

  word(index: number): Uint8Array {
    return this.#slice(index * 32, 32)
  }

  uint(index: number): bigint {
    return toBigInt(this.word(index))
  }

  /** @throws Refused above the bound, so that it fits a number. */
  #size(at: number): number {
    const value = toBigInt(this.#slice(at, 32))
    if (value > BigInt(this.#bytes.length))
      throw new Refused(this.#reason, 'An offset or a length leads outside.')
    return Number(value)
  }

  bytes(index: number): Uint8Array {
    const at = this.#size(index * 32)
    return this.#slice(at + 32, this.#size(at))
  }

  bytesList(index: number): readonly Uint8Array[] {
    const { count, items } = this.#list(index)
    return Array.from({ length: count }, (_, item) => items.bytes(item))
  }

  addressList(index: number): readonly Uint8Array[] {
    const { count, items } = this.#list(index)
    return Array.from({ length: count }, (_, item) => items.word(item).subarray(12))
  }

  /** Of tuples of words. */
  wordsList(index: number, words: number): readonly (readonly Uint8Array[])[] {
    const { count, items } = this.#list(index)
    return Array.from({ length: count }, (_, item) =>
      Array.from({ length: words }, (_member, member) => items.word(item * words + member)),
    )
  }

  #list(index: number) {
    const at = this.#size(index * 32)
    const count = this.#size(at)
    if (count * 32 > this.#bytes.length) throw new Refused(this.#reason, 'A list is longer than its bytes.')
    return { count, items: new AbiReader(this.#bytes.subarray(at + 32), this.#reason) }
  }

  #slice(at: number, length: number): Uint8Array {
    if (at + length > this.#bytes.length)
      throw new Refused(this.#reason, 'The bytes end before a field does.')
    return this.#bytes.subarray(at, at + length)
  }
}
