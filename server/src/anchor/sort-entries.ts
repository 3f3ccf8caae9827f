import { appendFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { type Entry, readEntries, wholeEntriesLength } from '../frozen/bucket.ts'
import { readChunks } from './chunked-files.ts'

/** A file up to this size is sorted in memory. */
const maxSortedBytes = 33_554_432

/** What is kept for each of the files of a partition before it is appended. */
const maxBufferedBytes = 65_536

/** Entries in 256 files, by one byte of their nodes. */
interface Partition {
  readonly add: (entry: Uint8Array) => void
  /** In the order of that byte; a file without entries is missing. */
  readonly close: () => readonly string[]
}

/** Copies what it is given into one buffer for each file: memory is that of the buffers, whatever the number of entries. */
function openPartition(prefix: string, byteIndex: number): Partition {
  const files = Array.from({ length: 256 }, (_, byte) =>
    openAppender(`${prefix}-${byte.toString(16).padStart(2, '0')}`),
  )
  return {
    add: (entry) => files[entry[byteIndex] ?? 0]?.append(entry),
    close: () => files.flatMap(({ path, flush }) => (flush() ? [path] : [])),
  }
}

function openAppender(path: string) {
  let buffer: Buffer | undefined
  let bytes = 0
  let isWritten = false
  /** Returns whether anything was written so far. */
  const flush = (): boolean => {
    if (buffer && bytes > 0) appendFileSync(path, buffer.subarray(0, bytes))
    isWritten ||= bytes > 0
    bytes = 0
    return isWritten
  }
  const append = (entry: Uint8Array): void => {
    if (bytes + entry.length > maxBufferedBytes) flush()
    if (entry.length > maxBufferedBytes) {
      appendFileSync(path, entry)
      isWritten = true
      return
    }
    buffer ??= Buffer.allocUnsafeSlow(maxBufferedBytes)
    buffer.set(entry, bytes)
    bytes += entry.length
  }
  return { path, append, flush }
}

export interface EntrySorter {
  readonly add: (entry: Uint8Array) => void
  /** By node. Can be called once; deletes the files. */
  readonly sorted: () => Generator<Entry>
}

/**
 * Sorts entries in files of a folder, so that memory does not grow with their number: by the first byte of the node into 256
 * files, and a file of more than `maxBytes` by the next byte into 256 of its own.
 */
export function createEntrySorter(folder: string, maxBytes = maxSortedBytes): EntrySorter {
  const partition = openPartition(join(folder, 'entries'), 0)
  return { add: partition.add, sorted: () => sortFiles(partition.close(), { nextByte: 1, maxBytes }) }
}

interface Bounds {
  readonly nextByte: number
  readonly maxBytes: number
}

function* sortFiles(files: readonly string[], { nextByte, maxBytes }: Bounds): Generator<Entry> {
  for (const file of files) {
    if (statSync(file).size <= maxBytes || nextByte === 32) yield* sortFile(file)
    else yield* sortFiles(split(file, nextByte), { nextByte: nextByte + 1, maxBytes })
    rmSync(file)
  }
}

function split(file: string, byteIndex: number): readonly string[] {
  const partition = openPartition(file, byteIndex)
  let rest = Buffer.alloc(0)
  for (const chunk of readChunks(file)) {
    const bytes = Buffer.concat([rest, chunk])
    const end = wholeEntriesLength(bytes)
    for (const entry of readEntries(bytes.subarray(0, end))) partition.add(entry.bytes)
    rest = bytes.subarray(end)
  }
  return partition.close()
}

function sortFile(file: string): readonly Entry[] {
  const entries = [...readEntries(readFileSync(file))].sort((one, other) =>
    Buffer.compare(one.node, other.node),
  )
  const repeated = entries.find(({ node }, index) => entries[index + 1]?.node.equals(node))
  if (!repeated) return entries
  throw new OperatorError(`Two names have the node 0x${repeated.node.toString('hex')}.`)
}
