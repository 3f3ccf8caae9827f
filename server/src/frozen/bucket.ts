import { OperatorError } from '../errors.ts'

/** The path of a bucket has three bytes. */
export const maxDepth = 24

/** Node (32 bytes) and length of the record set (4 bytes). */
const headerSize = 36

/** A bucket has about this many names, and this many bytes, at most on average. */
const targetNames = 16
const targetBytes = 8192

/** The smallest depth at which buckets are of the size that clients should fetch and contracts should hash. */
export function chooseDepth({ names, bytes }: { readonly names: number; readonly bytes: number }): number {
  const buckets = Math.max(1, names / targetNames, bytes / targetBytes)
  const depth = Math.ceil(Math.log2(buckets))
  if (depth <= maxDepth) return depth
  throw new OperatorError(`A zone of ${names} names with ${bytes} bytes is larger than the format allows.`)
}

/** The first `depth` bits of a node. */
export function bucketOf(node: Uint8Array, depth: number): number {
  const bits = ((node[0] ?? 0) << 16) | ((node[1] ?? 0) << 8) | (node[2] ?? 0)
  return bits >>> (maxDepth - depth)
}

/** Below the folder of the zone, as the contract makes it. */
export function bucketPath(bucket: number): string {
  const digits = bucket.toString(16).padStart(6, '0')
  return `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}.json`
}

const pathPattern = /(?:^|[/\\])([0-9a-f]{2})[/\\]([0-9a-f]{2})[/\\]([0-9a-f]{2})\.json$/

/** `undefined` for another path. */
export function bucketAtPath(path: string): number | undefined {
  const parts = pathPattern.exec(path)
  return parts ? Number.parseInt(parts.slice(1).join(''), 16) : undefined
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

/** A file is the siblings of its bucket, the lowest first, and the bucket, in the form of a gateway's response. */
export function formatBucketFile(siblings: Uint8Array, bucket: Uint8Array): string {
  return `{"data":"0x${Buffer.from(siblings).toString('hex')}${Buffer.from(bucket).toString('hex')}"}\n`
}

const fileStart = '{"data":"0x'
const fileEnd = '"}\n'

/** In hex twice the bytes of 500 names with records of 64 KiB each, in a zone of any size: buckets have 8 KiB on average. */
export const maxBucketFileBytes = 67_108_864

/** @throws OperatorError unless the text is what `formatBucketFile` gives. */
export function parseBucketFile(text: string, depth: number): { siblings: Buffer; bucket: Buffer } {
  const bytes = Buffer.from(text.slice(fileStart.length, -fileEnd.length), 'hex')
  if (`${fileStart}${bytes.toString('hex')}${fileEnd}` !== text)
    throw new OperatorError('It is not {"data":"0x…"} in lower case with a line feed.')
  const proofSize = 32 * depth
  if (bytes.length < proofSize) throw new OperatorError('It is too short for its proof.')
  return { siblings: bytes.subarray(0, proofSize), bucket: bytes.subarray(proofSize) }
}
