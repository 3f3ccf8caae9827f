import { closeSync, openSync, readSync, writeSync } from 'node:fs'

const chunkBytes = 1_048_576

/** A chunk is valid until the next one is read. All but the last have the same size, a multiple of 64 bytes. */
export function* readChunks(path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(chunkBytes)
  try {
    for (;;) {
      const length = fill(file, buffer)
      if (length > 0) yield buffer.subarray(0, length)
      if (length < buffer.length) return
    }
  } finally {
    closeSync(file)
  }
}

interface Parts {
  readonly headerBytes: number
  /** Of the content behind the header. */
  readonly contentBytes: (bytes: Buffer, headerStart: number) => number
}

/** Header and content of each part, valid until the next one is read, in one buffer. A truncated part is missing. */
export function* readParts(path: string, { headerBytes, contentBytes }: Parts): Generator<Buffer, undefined> {
  const file = openSync(path, 'r')
  let buffer = Buffer.allocUnsafeSlow(chunkBytes)
  let [start, end] = [0, 0]
  try {
    for (;;) {
      const hasHeader = end - start >= headerBytes
      const size = headerBytes + (hasHeader ? contentBytes(buffer, start) : 0)
      if (hasHeader && end - start >= size) {
        yield buffer.subarray(start, start + size)
        start += size
        continue
      }
      const rest = buffer.subarray(start, end)
      if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(size)
      rest.copy(buffer)
      start = 0
      end = fill(file, buffer, rest.length)
      if (end === rest.length) return
    }
  } finally {
    closeSync(file)
  }
}

/** A read may return less than there is. Returns the end of what is filled. */
function fill(file: number, buffer: Buffer, start = 0): number {
  let length = start
  for (let read = -1; read !== 0 && length < buffer.length; length += read)
    read = readSync(file, buffer, length, buffer.length - length, null)
  return length
}

export interface ChunkedFile {
  readonly write: (bytes: Uint8Array | string) => void
  readonly close: () => void
}

/** Writes a new file in large chunks. */
export function createChunkedFile(path: string): ChunkedFile {
  const file = openSync(path, 'wx')
  const buffer = Buffer.alloc(chunkBytes)
  let bytes = 0
  const flush = () => {
    writeAll(file, buffer.subarray(0, bytes))
    bytes = 0
  }
  return {
    write: (text) => {
      const part = typeof text === 'string' ? Buffer.from(text) : text
      if (bytes + part.length > buffer.length) flush()
      if (part.length > buffer.length) return writeAll(file, part)
      buffer.set(part, bytes)
      bytes += part.length
    },
    close: () => {
      flush()
      closeSync(file)
    },
  }
}

/** A write may take less than there is. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; ) start += writeSync(file, bytes, start)
}
