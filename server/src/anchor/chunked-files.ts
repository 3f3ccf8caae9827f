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

/** A read may return less than there is. */
function fill(file: number, buffer: Buffer): number {
  let length = 0
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
