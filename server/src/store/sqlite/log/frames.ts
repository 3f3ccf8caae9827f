/** The format of the write-ahead log: sqlite.org/fileformat2.html#walformat. */

export const logHeaderBytes = 32
export const frameHeaderBytes = 24

/** Two words, each of which is the sum of all words before it. */
export type Checksum = readonly [number, number]

export interface LogHeader {
  readonly pageSize: number
  /** Others each time that the log begins anew. */
  readonly salts: readonly [number, number]
  /** Of this header; that of the first frame begins with it. */
  readonly checksum: Checksum
  readonly isLittleEndian: boolean
}

export interface Frame {
  /** From 1. */
  readonly page: number
  /** Of the database in pages, after the commit that this frame ends; 0: it ends none. */
  readonly size: number
  readonly checksum: Checksum
}

const magic = 0x377f0682
const formatVersion = 3_007_000

/** Undefined for bytes that begin no log, such as those of a file that is empty. */
export function parseLogHeader(bytes: Uint8Array): LogHeader | undefined {
  if (bytes.length < logHeaderBytes) return undefined
  const view = viewOf(bytes)
  const word = (index: number) => view.getUint32(4 * index)
  const isLittleEndian = word(0) === magic
  if ((!isLittleEndian && word(0) !== magic + 1) || word(1) !== formatVersion) return undefined
  const checksum = addToChecksum([0, 0], view, { from: 0, to: 24, isLittleEndian })
  if (!isEqual(checksum, [word(6), word(7)])) return undefined
  return { pageSize: word(2), salts: [word(4), word(5)], checksum, isLittleEndian }
}

/**
 * @param bytes Header and page.
 * @param before Of the frame before it, or of the header of the log.
 * @returns undefined for bytes that do not follow.
 */
export function parseFrame(
  bytes: Uint8Array,
  { salts, isLittleEndian }: LogHeader,
  before: Checksum,
): Frame | undefined {
  const view = viewOf(bytes)
  const word = (index: number) => view.getUint32(4 * index)
  if (!isEqual(salts, [word(2), word(3)])) return undefined
  const head = addToChecksum(before, view, { from: 0, to: 8, isLittleEndian })
  const checksum = addToChecksum(head, view, { from: frameHeaderBytes, to: bytes.length, isLittleEndian })
  if (!isEqual(checksum, [word(4), word(5)])) return undefined
  return { page: word(0), size: word(1), checksum }
}

/** Where a frame begins in the file. `index` from 0. */
export function frameOffset(index: number, pageSize: number): number {
  return logHeaderBytes + index * (frameHeaderBytes + pageSize)
}

export function isSameLog(one: LogHeader | undefined, other: LogHeader | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isEqual(one.salts, other.salts))
}

interface Words {
  readonly from: number
  readonly to: number
  readonly isLittleEndian: boolean
}

function addToChecksum(before: Checksum, view: DataView, { from, to, isLittleEndian }: Words): Checksum {
  let [one, other] = before
  for (let offset = from; offset < to; offset += 8) {
    one = (one + view.getUint32(offset, isLittleEndian) + other) | 0
    other = (other + view.getUint32(offset + 4, isLittleEndian) + one) | 0
  }
  return [one >>> 0, other >>> 0]
}

function isEqual(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
