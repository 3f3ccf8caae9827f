import type { Address, Hex } from 'viem'
import { checksumAddress } from '../crypto/evm-address.ts'
import { fromHex, toHex } from '../crypto/hex.ts'

const wordSize = 32

export class MalformedAbiError extends Error {
  override readonly name = 'MalformedAbiError'
}

/** Heads begin at `base`. */
interface AbiArray {
  readonly base: number
  readonly count: number
}

/**
 * Reads untrusted ABI data. Repeated offsets can expand a small text to gigabytes, so total reads never exceed its
 * size. Heads are byte offsets; offsets in them count from `base`. Throws `MalformedAbiError`.
 */
export class BoundedAbiReader {
  readonly #data: Buffer
  #remainingBytes: number

  constructor(data: Hex) {
    this.#data = Buffer.from(fromHex(data))
    this.#remainingBytes = this.#data.length
  }

  /** First four bytes at `head`. */
  selector(head: number): Hex {
    return toHex(this.#word(head).subarray(0, 4))
  }

  address(head: number): Address {
    return checksumAddress(toHex(this.#word(head).subarray(12)))
  }

  /** Start of the tuple with its offset at `head`. */
  tuple(base: number, head: number): number {
    return base + this.#size(head)
  }

  bytes(base: number, head: number): Hex {
    return toHex(this.#bytes(base, head))
  }

  /** Replaces malformed UTF-8. */
  text(base: number, head: number): string {
    return this.#bytes(base, head).toString('utf8')
  }

  array(base: number, head: number): AbiArray {
    const offset = base + this.#size(head)
    const count = this.#size(offset)
    this.#consume(count * wordSize)
    return { base: offset + wordSize, count }
  }

  /** Elements of the array with its offset at `head`. */
  list<T>(base: number, head: number, read: (base: number, head: number) => T): T[] {
    const { base: first, count } = this.array(base, head)
    return Array.from({ length: count }, (_, index) => read(first, first + index * wordSize))
  }

  #bytes(base: number, head: number): Buffer {
    const offset = base + this.#size(head)
    const length = this.#size(offset)
    this.#consume(length)
    const start = offset + wordSize
    if (start + length > this.#data.length) throw new MalformedAbiError('points outside of itself')
    return this.#data.subarray(start, start + length)
  }

  /** Offset, length or count, within the data. */
  #size(offset: number): number {
    const word = this.#word(offset)
    const size = word.readUIntBE(wordSize - 6, 6)
    if (size > this.#data.length || word.subarray(0, wordSize - 6).some((byte) => byte !== 0))
      throw new MalformedAbiError('points outside of itself')
    return size
  }

  #word(offset: number): Buffer {
    if (offset + wordSize > this.#data.length) throw new MalformedAbiError('is too short')
    return this.#data.subarray(offset, offset + wordSize)
  }

  #consume(bytes: number): void {
    this.#remainingBytes -= bytes
    if (this.#remainingBytes < 0) throw new MalformedAbiError('holds more than its size allows')
  }
}
