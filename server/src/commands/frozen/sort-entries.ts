import { appendFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../errors.ts'
import { type Entry, readEntries, wholeEntriesLength } from '../../frozen/bucket.ts'
import { readChunks } from './files.ts'

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

function openPartition(prefix: string, byteIndex: number): Partition {
  const pending = Array.from({ length: 256 }, () => ({
    chunks: [] as Uint8Array[],
    bytes: 0,
    isWritten: false,
  }))
  const pathOf = (byte: number) => `${prefix}-${byte.toString(16).padStart(2, '0')}`
  const flush = (byte: number) => {
    const file = pending[byte]
    if (!file || file.bytes === 0) return
    appendFileSync(pathOf(byte), Buffer.concat(file.chunks))
    pending[byte] = { chunks: [], bytes: 0, isWritten: true }
  }
  return {
    add: (entry) => {
      const byte = entry[byteIndex] ?? 0
      const file = pending[byte]
      if (!file) return
      file.chunks.push(entry)
      file.bytes += entry.length
      if (file.bytes >= maxBufferedBytes) flush(byte)
    },
    close: () => {
      for (const byte of pending.keys()) flush(byte)
      return [...pending.keys()].filter((byte) => pending[byte]?.isWritten).map(pathOf)
    },
  }
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
    // Not parts of the chunk, which would stay in memory as a whole.
    for (const entry of readEntries(bytes.subarray(0, end))) partition.add(Uint8Array.from(entry.bytes))
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
