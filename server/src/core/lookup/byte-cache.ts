import { randomInt } from 'node:crypto'
import { fnv1a } from '../../crypto/fnv1a.ts'

/** Where a value is in `ByteCache.bytes`, until the next `set` or `clear`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Of an entry: its size with two flags, then the length of its key with that of its padding. */
const headerBytes = 8

/** Sizes and offsets are multiples of it, which leaves two bits of each for flags. */
const alignment = 4

const isUsedFlag = 1
const isDeadFlag = 2
const flags = isUsedFlag | isDeadFlag

/** Of a slot: where its entry is, in units of `alignment` and from 1, then the hash of its key. */
const slotBytes = 8

/** Keys of one bucket compete for its slots, so that equal hashes slow nothing. */
const slotsOfBucket = 16

/** One slot for so many bytes, about half of a small name. */
const bytesOfSlot = 128

/** Entries that one `set` spares, so that its work is bounded. */
const maxSpared = 16

/** Larger ones are not spared. */
const maxSparedBytes = 4096

/** Offsets are 31 bits. */
const maxCacheBytes = 2 ** 31 - alignment

/**
 * Values by key, both bytes, outside of the heap: garbage collection neither visits nor moves them. A ring of entries, found by a
 * hash table of fixed size. The oldest is evicted, unless it was used since it was written or last spared (CLOCK).
 */
export class ByteCache {
  readonly bytes: Buffer
  readonly #table: DataView
  readonly #view: DataView
  readonly #bucketCount: number
  readonly #seed = randomInt(2 ** 32)
  readonly #spared = Buffer.allocUnsafeSlow(maxSparedBytes)
  readonly #maxEntryBytes: number
  #head = 0
  #tail = 0
  #usedBytes = 0
  #entryCount = 0
  #generation = 0

  /** `maxBytes` bounds all that it holds, the table too; above 2 GiB they are 2 GiB. */
  constructor(maxBytes: number, maxEntryBytes: number) {
    const bounded = Math.min(maxBytes, maxCacheBytes)
    this.#bucketCount = Math.max(1, Math.floor(bounded / bytesOfSlot / slotsOfBucket))
    const tableBytes = this.#bucketCount * slotsOfBucket * slotBytes
    const ringBytes = Math.max(0, Math.floor((bounded - tableBytes - maxSparedBytes) / alignment) * alignment)
    this.#table = new DataView(new ArrayBuffer(tableBytes))
    // Pages of memory count as used when they are first written.
    this.bytes = Buffer.from(new ArrayBuffer(ringBytes))
    this.#view = new DataView(this.bytes.buffer)
    this.#maxEntryBytes = Math.min(maxEntryBytes, Math.floor(ringBytes / 4))
  }

  /** Changes whenever spans become invalid. */
  get generation(): number {
    return this.#generation
  }

  /** With the table, also while there is no entry. */
  get allocatedBytes(): number {
    return this.bytes.length + this.#table.byteLength + this.#spared.length
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entryCount, bytes: this.#usedBytes }
  }

  find(key: Uint8Array): Span | undefined {
    const slotAt = this.#findSlot(key, this.#hashOf(key, 0, key.length))
    if (slotAt < 0) return undefined
    const at = this.#entryAt(slotAt)
    const head = this.#view.getUint32(at, true)
    this.#view.setUint32(at, head | isUsedFlag, true)
    return { start: at + headerBytes + key.length, end: at + (head & ~flags) - this.#paddingOf(at) }
  }

  /** An entry that is too large is not kept, nor is what the key had. */
  set(key: Uint8Array, value: Uint8Array): void {
    this.#generation++
    const hash = this.#hashOf(key, 0, key.length)
    const slotAt = this.#findSlot(key, hash)
    if (slotAt >= 0) this.#drop(slotAt)
    const length = headerBytes + key.length + value.length
    const size = Math.ceil(length / alignment) * alignment
    if (size > this.#maxEntryBytes) return
    const at = this.#makeRoom(size)
    this.#view.setUint32(at, size, true)
    this.#view.setUint32(at + 4, key.length * alignment + size - length, true)
    this.bytes.set(key, at + headerBytes)
    this.bytes.set(value, at + headerBytes + key.length)
    this.#index(at, hash)
  }

  clear(): void {
    this.#generation++
    this.#head = this.#tail = this.#usedBytes = this.#entryCount = 0
    new Uint8Array(this.#table.buffer).fill(0)
  }

  /** Seeded: callers choose names. */
  #hashOf(bytes: Uint8Array, start: number, end: number): number {
    const hash = fnv1a(bytes, this.#seed, start, end)
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    return (mixed ^ (mixed >>> 13)) >>> 0
  }

  #bucketAt(hash: number): number {
    return Math.floor((hash / 2 ** 32) * this.#bucketCount) * slotsOfBucket * slotBytes
  }

  /** Below zero without an entry of that key. */
  #findSlot(key: Uint8Array, hash: number): number {
    const bucketAt = this.#bucketAt(hash)
    for (let slotAt = bucketAt; slotAt < bucketAt + slotsOfBucket * slotBytes; slotAt += slotBytes)
      if (
        this.#table.getUint32(slotAt + 4, true) === hash &&
        this.#table.getUint32(slotAt, true) !== 0 &&
        this.#hasKey(this.#entryAt(slotAt), key)
      )
        return slotAt
    return -1
  }

  #entryAt(slotAt: number): number {
    return (this.#table.getUint32(slotAt, true) - 1) * alignment
  }

  #keyLengthOf(at: number): number {
    return this.#view.getUint32(at + 4, true) >>> 2
  }

  #paddingOf(at: number): number {
    return this.#view.getUint32(at + 4, true) & flags
  }

  #hasKey(at: number, key: Uint8Array): boolean {
    if (this.#keyLengthOf(at) !== key.length) return false
    const start = at + headerBytes
    for (let index = 0; index < key.length; index++)
      if (this.bytes[start + index] !== key[index]) return false
    return true
  }

  /** In a full bucket, instead of one that was not used, if there is one. */
  #index(at: number, hash: number): void {
    const bucketAt = this.#bucketAt(hash)
    let chosen = bucketAt
    for (let slotAt = bucketAt; slotAt < bucketAt + slotsOfBucket * slotBytes; slotAt += slotBytes) {
      if (this.#table.getUint32(slotAt, true) === 0) {
        chosen = slotAt
        break
      }
      if ((this.#view.getUint32(this.#entryAt(slotAt), true) & isUsedFlag) === 0) chosen = slotAt
    }
    if (this.#table.getUint32(chosen, true) !== 0) this.#drop(chosen)
    this.#table.setUint32(chosen, at / alignment + 1, true)
    this.#table.setUint32(chosen + 4, hash, true)
    this.#entryCount++
  }

  /** Its bytes are free when they are the oldest. */
  #drop(slotAt: number): void {
    const at = this.#entryAt(slotAt)
    this.#view.setUint32(at, this.#view.getUint32(at, true) | isDeadFlag, true)
    this.#table.setUint32(slotAt, 0, true)
    this.#entryCount--
  }

  /** Takes `size` bytes in one piece behind the newest entry. */
  #makeRoom(size: number): number {
    let spared = 0
    for (let at = this.#take(size); ; at = this.#take(size)) {
      if (at >= 0) return at
      if (this.#evictOldest(spared < maxSpared)) spared++
    }
  }

  /** Below zero without room. */
  #take(size: number): number {
    const capacity = this.bytes.length
    if (this.#usedBytes === 0) this.#head = this.#tail = 0
    const isWrapped = this.#head < this.#tail || this.#usedBytes === capacity
    const toEnd = (isWrapped ? this.#tail : capacity) - this.#head
    if (size > toEnd) {
      if (isWrapped || size > this.#tail) return -1
      this.#skipToStart(toEnd)
    }
    const at = this.#head
    this.#usedBytes += size
    this.#head = at + size === capacity ? 0 : at + size
    return at
  }

  /** As if a dead entry were there. */
  #skipToStart(toEnd: number): void {
    if (toEnd > 0) this.#view.setUint32(this.#head, toEnd | isDeadFlag, true)
    this.#usedBytes += toEnd
    this.#head = 0
  }

  /** Whether it was spared: written again as the newest, for which its own room is enough. */
  #evictOldest(maySpare: boolean): boolean {
    const at = this.#tail
    const head = this.#view.getUint32(at, true)
    const size = head & ~flags
    this.#usedBytes -= size
    this.#tail = at + size === this.bytes.length ? 0 : at + size
    if ((head & isDeadFlag) !== 0) return false
    const hash = this.#hashOf(this.bytes, at + headerBytes, at + headerBytes + this.#keyLengthOf(at))
    const slotAt = this.#slotOfEntry(at, hash)
    if ((head & isUsedFlag) === 0 || !maySpare || size > maxSparedBytes) {
      this.#table.setUint32(slotAt, 0, true)
      this.#entryCount--
      return false
    }
    this.bytes.copy(this.#spared, 0, at, at + size)
    const to = this.#take(size)
    this.#spared.copy(this.bytes, to, 0, size)
    this.#view.setUint32(to, size, true)
    this.#table.setUint32(slotAt, to / alignment + 1, true)
    return true
  }

  #slotOfEntry(at: number, hash: number): number {
    const bucketAt = this.#bucketAt(hash)
    for (let slotAt = bucketAt; slotAt < bucketAt + slotsOfBucket * slotBytes; slotAt += slotBytes)
      if (this.#entryAt(slotAt) === at) return slotAt
    throw new Error('An entry is in no slot.')
  }
}
