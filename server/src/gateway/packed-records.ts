import type { Hex } from 'viem'
import { defaultEvmCoinType, isEvmCoinType } from '../ens/coin-types.ts'
import type { Records } from '../ens/stored-records.ts'

/** Of most names. */
export const usualNameBytes = 512

/** Writes one value after the other, in a buffer that grows. Integers are unsigned, of up to 53 bits, as varints (LEB128). */
export class ByteWriter {
  #bytes: Buffer
  #at = 0

  /** `usualBytes`: what most need, so that they need no larger buffer. */
  constructor(usualBytes: number) {
    this.#bytes = Buffer.allocUnsafe(usualBytes)
  }

  /** What was written. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  writeVarint(value: number): void {
    this.#reserve(maxVarintBytes)
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#at++] = 0x80 | (rest & 0x7f)
    this.#bytes[this.#at++] = rest
  }

  writeDouble(value: number): void {
    this.#reserve(8)
    this.#at = this.#bytes.writeDoubleLE(value, this.#at)
  }

  writeHex(hex: Hex): void {
    this.#reserve(sizeOfHex(hex))
    this.#at += this.#bytes.write(hex.slice(2), this.#at, 'hex')
  }

  writeText(text: string): void {
    // Of UTF-8 for a code unit.
    this.#reserve(3 * text.length)
    this.#at += this.#bytes.write(text, this.#at)
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#at + bytes))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

const maxVarintBytes = 8

function sizeOfHex(hex: Hex): number {
  return hex.length / 2 - 1
}

/** Reads one value after the other. */
export class ByteReader {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes
    this.at = at
  }

  readVarint(): number {
    let byte = this.bytes[this.at++] ?? 0
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = this.bytes[this.at++] ?? 0
      value += (byte & 0x7f) * factor
    }
    return value
  }
}

/** Keys that are packed as one byte. Those of ENSIP-5 and ENSIP-18, and frequent ones. */
const frequentKeys = [
  ...['avatar', 'description', 'display', 'email', 'keywords', 'mail', 'notice', 'location', 'phone', 'url'],
  ...['header', 'name', 'alias', 'theme', 'timezone', 'language', 'primary-contact', 'com.github'],
  ...['com.twitter', 'com.x', 'com.discord', 'com.reddit', 'org.telegram', 'com.linkedin', 'com.youtube'],
] as const

const frequentKeyNumbers: ReadonlyMap<string, number> = new Map(
  frequentKeys.map((key, number) => [key, number]),
)

const frequentKeyBytes: readonly Buffer[] = frequentKeys.map((key) => Buffer.from(key))

/** Where a value is in the bytes of packed records. */
export interface PackedValue {
  readonly start: number
  readonly end: number
}

/**
 * Records as bytes: addresses, texts, content hash. Each kind begins with its count, each value with its length, as varints.
 * An address is its coin type, its length plus one, and its bytes; or 0 and the position of an equal earlier one. A text key is the
 * number of a frequent key, or its length plus their count, and its UTF-8.
 */
export function packRecords(records: Records): Buffer {
  const writer = new ByteWriter(usualNameBytes)
  writeRecords(writer, records)
  return writer.written
}

/** As `packRecords`, behind what was written. */
export function writeRecords(writer: ByteWriter, { addresses, texts, contenthash }: Records): void {
  writer.writeVarint(addresses.length)
  for (const [position, { coinType, address }] of addresses.entries()) {
    writer.writeVarint(coinType)
    const first = addresses.findIndex((other) => other.address === address)
    writer.writeVarint(first < position ? 0 : sizeOfHex(address) + 1)
    if (first < position) writer.writeVarint(first)
    else writer.writeHex(address)
  }
  writer.writeVarint(texts.length)
  for (const { key, value } of texts) {
    const number = frequentKeyNumbers.get(key)
    writer.writeVarint(number ?? frequentKeys.length + Buffer.byteLength(key))
    if (number === undefined) writer.writeText(key)
    writer.writeVarint(Buffer.byteLength(value))
    writer.writeText(value)
  }
  const hash = contenthash ?? '0x'
  writer.writeVarint(sizeOfHex(hash))
  writer.writeHex(hash)
}

/**
 * Finds records in packed ones without decoding the others. `assertValid` throws when the bytes are no longer theirs.
 */
export class PackedRecords {
  readonly #bytes: Buffer
  readonly #start: number
  readonly #assertValid: () => void
  #textsAt: number | undefined
  /** The text that is compared first: clients ask in the order in which they list. */
  #next = { position: 0, at: 0 }

  constructor(bytes: Buffer, start = 0, assertValid: () => void = () => {}) {
    this.#bytes = bytes
    this.#start = start
    this.#assertValid = assertValid
  }

  get bytes(): Buffer {
    this.#assertValid()
    return this.#bytes
  }

  /** Of the coin type itself; undefined: unset. */
  storedAddress(coinType: number | null): PackedValue | undefined {
    const reader = this.#read(this.#start)
    for (let left = reader.readVarint(); left > 0; left--) {
      const isWanted = reader.readVarint() === coinType
      const value = this.#readAddress(reader)
      if (isWanted) return this.#isZero(coinType, value) ? undefined : value
    }
    return undefined
  }

  /** EVM types fall back to the default address (ENSIP-19). */
  effectiveAddress(coinType: number | null): PackedValue | undefined {
    const isEvm = coinType !== null && isEvmCoinType(coinType)
    return this.storedAddress(coinType) ?? (isEvm ? this.storedAddress(defaultEvmCoinType) : undefined)
  }

  text(key: string): PackedValue | undefined {
    const number = frequentKeyNumbers.get(key)
    const keyBytes = number === undefined ? Buffer.from(key) : undefined
    const reader = this.#read(this.#findTexts())
    const count = reader.readVarint()
    const firstAt = reader.at
    let { position } = this.#next
    if (position > 0 && position < count) reader.at = this.#next.at
    else position = 0
    for (let left = count; left > 0; left--, position++) {
      if (position === count) [position, reader.at] = [0, firstAt]
      const isWanted = skipKey(reader, number, keyBytes)
      const value = readValue(reader)
      if (!isWanted) continue
      this.#next = { position: position + 1, at: reader.at }
      return value
    }
    return undefined
  }

  contenthash(): PackedValue {
    const reader = this.#read(this.#findTexts())
    for (let left = reader.readVarint(); left > 0; left--) {
      skipKey(reader, undefined, undefined)
      readValue(reader)
    }
    return readValue(reader)
  }

  /** In UTF-8. */
  textKeys(): readonly Buffer[] {
    const reader = this.#read(this.#findTexts())
    return Array.from({ length: reader.readVarint() }, () => {
      const key = readKey(reader)
      readValue(reader)
      return key
    })
  }

  /** Those of addresses that are set. */
  coinTypes(): readonly number[] {
    const reader = this.#read(this.#start)
    const all = Array.from({ length: reader.readVarint() }, () => {
      const coinType = reader.readVarint()
      return { coinType, value: this.#readAddress(reader) }
    })
    return all.flatMap(({ coinType, value }) => (this.#isZero(coinType, value) ? [] : [coinType]))
  }

  #read(at: number): ByteReader {
    return new ByteReader(this.bytes, at)
  }

  #findTexts(): number {
    if (this.#textsAt !== undefined) return this.#textsAt
    const reader = this.#read(this.#start)
    for (let left = reader.readVarint(); left > 0; left--) {
      reader.readVarint()
      skipAddress(reader)
    }
    this.#textsAt = reader.at
    return reader.at
  }

  #readAddress(reader: ByteReader): PackedValue {
    const value = skipAddress(reader)
    return typeof value === 'number' ? this.#addressAt(value) : value
  }

  #addressAt(position: number): PackedValue {
    const reader = this.#read(this.#start)
    reader.readVarint()
    for (let left = position; left > 0; left--) {
      reader.readVarint()
      skipAddress(reader)
    }
    reader.readVarint()
    return this.#readAddress(reader)
  }

  /** See `isZeroAddress`. */
  #isZero(coinType: number | null, { start, end }: PackedValue): boolean {
    if (end - start !== 20 || coinType === null || !isEvmCoinType(coinType)) return false
    for (let at = start; at < end; at++) if (this.#bytes[at] !== 0) return false
    return true
  }
}

function readValue(reader: ByteReader): PackedValue {
  const length = reader.readVarint()
  const start = reader.at
  reader.at += length
  return { start, end: reader.at }
}

/** A number is the position of an equal address. */
function skipAddress(reader: ByteReader): PackedValue | number {
  const length = reader.readVarint()
  if (length === 0) return reader.readVarint()
  const start = reader.at
  reader.at += length - 1
  return { start, end: reader.at }
}

/** Whether it is the one with that number or those bytes. */
function skipKey(reader: ByteReader, number: number | undefined, bytes: Buffer | undefined): boolean {
  const packed = reader.readVarint()
  if (packed < frequentKeys.length) return packed === number
  const start = reader.at
  reader.at += packed - frequentKeys.length
  return bytes?.length === reader.at - start && isEqualAt(reader.bytes, start, bytes)
}

/** A call of native code takes longer for a short key. */
function isEqualAt(source: Buffer, start: number, bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (source[start + at] !== bytes[at]) return false
  return true
}

function readKey(reader: ByteReader): Buffer {
  const packed = reader.readVarint()
  const frequent = frequentKeyBytes[packed]
  if (frequent) return frequent
  const start = reader.at
  reader.at += packed - frequentKeys.length
  return reader.bytes.subarray(start, reader.at)
}
