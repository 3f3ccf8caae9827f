import { keccak256 } from '@byname/keccak'

/** In front of what is hashed, so that no bucket can be presented as a tile. */
const prefixes = { bucket: 0, tile: 1 } as const

export const hashSize = 32

export function hashBucket(bucket: Uint8Array): Uint8Array {
  return prefixedHash(prefixes.bucket, bucket)
}

/** `children`: their hashes, one after the other. */
export function hashTile(children: Uint8Array): Uint8Array {
  return prefixedHash(prefixes.tile, children)
}

function prefixedHash(prefix: number, content: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + content.length)
  bytes[0] = prefix
  bytes.set(content, 1)
  return keccak256(bytes)
}

/** Levels of bits in a tile, unless it is the uppermost one. */
const tileBits = 8

/** How many bits of a node the tile decides that has the tree of `bits` levels below and with it; 0 for a bucket. */
export function bitsOfTile(bits: number): number {
  return bits === 0 ? 0 : bits % tileBits || tileBits
}

/** How many files a tree has, where no two are equal. */
export function countFiles(depth: number): number {
  let count = 1
  for (let bits = depth; bits > 0; bits -= bitsOfTile(bits)) count += 2 ** (depth - bits + bitsOfTile(bits))
  return count
}

export interface TreeFile {
  readonly hash: Uint8Array
  readonly content: Uint8Array
}

interface TreeBuilder {
  /** Of the next bucket, which is hashed unless its hash is known. Returns the files that are complete with it, the bucket first, the file of the root last of all. */
  readonly add: (bucket: Uint8Array, hash?: Uint8Array) => readonly TreeFile[]
  /** Of all files in their order. @throws Error unless there were 2^depth buckets. */
  readonly root: () => Uint8Array
}

/** Memory is that of a tile for each level of them. */
export function createTree(depth: number): TreeBuilder {
  const tiles: { readonly children: Buffer; length: number }[] = []
  for (let bits = depth; bits > 0; bits -= bitsOfTile(bits))
    tiles.unshift({ children: Buffer.alloc(hashSize * 2 ** bitsOfTile(bits)), length: 0 })
  let root: Uint8Array | undefined
  return {
    add: (bucket, hash = hashBucket(bucket)) => {
      const files: TreeFile[] = [{ hash, content: bucket }]
      for (const tile of tiles) {
        tile.children.set(files.at(-1)?.hash ?? [], tile.length)
        tile.length += hashSize
        if (tile.length < tile.children.length) return files
        const content = Buffer.from(tile.children)
        tile.length = 0
        files.push({ hash: hashTile(content), content })
      }
      root = files.at(-1)?.hash
      return files
    },
    root: () => {
      if (root) return root
      throw new Error('The tree lacks buckets.')
    },
  }
}
