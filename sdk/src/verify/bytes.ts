import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type RefusalReason, Refused } from './refusal.ts'

/** `0x` and an even number of hex digits. */
export type Hex = `0x${string}`

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...parts)
}

export function utf8(text: string): Uint8Array {
  return utf8ToBytes(text)
}

export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}

export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
}

/** @throws TypeError for what is no hex: a fault of the caller. */
export function fromHex(hex: string): Uint8Array {
  if (!isHex(hex)) throw new TypeError(`"${hex.slice(0, 20)}" is not 0x and an even number of hex digits.`)
  return hexToBytes(hex.slice(2))
}

/** @throws TypeError for another length: a fault of the caller. */
export function fromHexOf(hex: string, length: number): Uint8Array {
  const bytes = fromHex(hex)
  if (bytes.length !== length) throw new TypeError(`"${hex.slice(0, 20)}" does not have ${length} bytes.`)
  return bytes
}

export function keccak(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(concat(...parts))
}

export function byte(value: number): Uint8Array {
  return Uint8Array.of(value)
}

/** Big-endian, in so many bytes. */
export function uint(value: bigint | number, length: number): Uint8Array {
  const digits = BigInt(value)
    .toString(16)
    .padStart(length * 2, '0')
  return hexToBytes(digits)
}

export function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`)
}

/** Bytes from left to right; the shorter of two with one beginning is the smaller. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

export function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  return compareBytes(left, right) === 0
}

/** Reads fields one after the other, and refuses what ends early. */
export class Reader {
  #at = 0
  readonly #bytes: Uint8Array
  readonly #reason: RefusalReason

  constructor(bytes: Uint8Array, reason: RefusalReason) {
    this.#bytes = bytes
    this.#reason = reason
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  take(length: number): Uint8Array {
    if (length > this.left)
      throw new Refused(
        this.#reason,
        `The bytes end ${length - this.left} before the field at ${this.#at} does.`,
      )
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Of at most 6 bytes. */
  number(length: number): number {
    return Number(toBigInt(this.take(length)))
  }

  bigint(length: number): bigint {
    return toBigInt(this.take(length))
  }

  rest(): Uint8Array {
    return this.take(this.left)
  }

  end(): void {
    if (this.left > 0) throw new Refused(this.#reason, `${this.left} bytes follow the last field.`)
  }
}
