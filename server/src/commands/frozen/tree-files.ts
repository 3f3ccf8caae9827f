import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { hashPair, hashSize } from '../../frozen/tree.ts'
import { createChunkedFile, readChunks } from './files.ts'

/** A tree whose levels are files, the hashes of one after the other; level 0 has those of the buckets. */
export interface TreeFiles {
  readonly root: Buffer
  /** Of the buckets in their order; each is valid until the next one is read. */
  readonly siblings: () => Generator<Buffer>
}

export function levelFile(folder: string, level: number): string {
  return join(folder, `level-${level}`)
}

/** Writes the levels above level 0. */
export function buildTree(folder: string, depth: number): TreeFiles {
  for (let level = 0; level < depth; level++) writeLevelAbove(folder, level)
  return {
    root: readFileSync(levelFile(folder, depth)),
    siblings: () => readSiblings(folder, depth),
  }
}

function writeLevelAbove(folder: string, level: number): void {
  const above = createChunkedFile(levelFile(folder, level + 1))
  for (const chunk of readChunks(levelFile(folder, level)))
    for (let start = 0; start < chunk.length; start += 2 * hashSize) {
      const middle = start + hashSize
      above.write(hashPair(chunk.subarray(start, middle), chunk.subarray(middle, middle + hashSize)))
    }
  above.close()
}

/** The sibling of a level is read again where it changes: about two reads for each bucket. */
function* readSiblings(folder: string, depth: number): Generator<Buffer> {
  const siblings = Buffer.alloc(depth * hashSize)
  const files = Array.from({ length: depth }, (_, level) => openSync(levelFile(folder, level), 'r'))
  try {
    for (let index = 0; index < 2 ** depth; index++) {
      for (const [level, file] of files.entries()) {
        if (index % 2 ** level !== 0) break
        readSync(file, siblings, level * hashSize, hashSize, ((index >>> level) ^ 1) * hashSize)
      }
      yield siblings
    }
  } finally {
    files.forEach(closeSync)
  }
}
