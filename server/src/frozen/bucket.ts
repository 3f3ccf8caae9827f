import { OperatorError } from '../errors.ts'

/** As the contract bounds it. */
export const maxDepth = 24

/** Node (32 bytes) and length of the record set (4 bytes). */
const headerSize = 36

/** A bucket has about this many names, and this many bytes, at most on average. */
const targetNames = 16
const targetBytes = 8192

interface ZoneSize {
  readonly names: number
  /** Of all entries. */
  readonly bytes: number
}

/**
 * The smallest depth at which buckets are of the size that clients should fetch and contracts should hash. `present`, the depth that
 * the zone has, stays while buckets are at most twice, and at least a quarter, as large: another depth is another hash for each file.
 *
 * @throws OperatorError for a zone that is too large.
 */
export function chooseDepth({ names, bytes }: ZoneSize, present?: number): number {
  const buckets = Math.max(1, names / targetNames, bytes / targetBytes)
  const depth = Math.ceil(Math.log2(buckets))
  if (depth > maxDepth)
    throw new OperatorError(`A zone of ${names} names with ${bytes} bytes is larger than the format allows.`)
  return present !== undefined && Math.abs(present - depth) <= 1 ? present : depth
}

/** The first `depth` bits of a node. */
export function bucketOf(node: Uint8Array, depth: number): number {
  const bits = ((node[0] ?? 0) << 16) | ((node[1] ?? 0) << 8) | (node[2] ?? 0)
  return bits >>> (maxDepth - depth)
}

export function encodeEntry(node: Uint8Array, recordSet: Uint8Array): Buffer {
  const entry = Buffer.alloc(headerSize + recordSet.length)
  entry.set(node)
  entry.writeUInt32BE(recordSet.length, 32)
  entry.set(recordSet, headerSize)
  return entry
}

/** Parts of a larger buffer, without copies. */
export interface Entry {
  readonly node: Buffer
  readonly recordSet: Buffer
  /** Both, as encoded. */
  readonly bytes: Buffer
}

/** @throws OperatorError for truncated bytes. */
export function* readEntries(bytes: Buffer): Generator<Entry> {
  for (let start = 0; start < bytes.length; ) {
    const end = endOfEntry(bytes, start)
    if (end > bytes.length) throw new OperatorError('A bucket is truncated.')
    yield {
      node: bytes.subarray(start, start + 32),
      recordSet: bytes.subarray(start + headerSize, end),
      bytes: bytes.subarray(start, end),
    }
    start = end
  }
}

/** The length of the entries that are there as a whole. */
export function wholeEntriesLength(bytes: Buffer): number {
  for (let start = 0; ; ) {
    const end = endOfEntry(bytes, start)
    if (end > bytes.length) return start
    start = end
  }
}

/** Beyond the end of the bytes for an entry that they have a part of. */
function endOfEntry(bytes: Buffer, start: number): number {
  const recordSetStart = start + headerSize
  return recordSetStart + (recordSetStart > bytes.length ? 0 : bytes.readUInt32BE(start + 32))
}
