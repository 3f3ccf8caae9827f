import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import type { Records } from '../ens/stored-records.ts'
import { OperatorError } from '../errors.ts'
import { bucketOf, readEntries } from './bucket.ts'
import { parseFile } from './file.ts'
import { decodeRecordSet, type SealData } from './record-set.ts'
import { bitsOfTile, hashBucket, hashSize, hashTile } from './tree.ts'

export interface FrozenName {
  readonly node: Hex
  readonly records: Records
  readonly seal: SealData
}

/** Where a file is in a tree: by its way from the root. */
export interface FilePosition {
  readonly hash: Uint8Array
  readonly depth: number
  /** Levels that the tree below and with the file decides; 0 for a bucket. */
  readonly bits: number
  /** The bits of nodes that lead to it, which are `depth - bits`. */
  readonly path: number
}

/** Of the file that the root names. */
export function rootPosition(hash: Uint8Array, depth: number): FilePosition {
  return { hash, depth, bits: depth, path: 0 }
}

/**
 * The children of a tile, in the order of nodes.
 * @throws OperatorError unless the text is the tile of this position.
 */
export function verifyTile(text: string, { hash, depth, bits, path }: FilePosition): readonly FilePosition[] {
  const content = parseFile(text)
  assertHash(hashTile(content), hash)
  const width = bitsOfTile(bits)
  if (content.length !== hashSize * 2 ** width)
    throw new OperatorError(`It has ${content.length / hashSize} children instead of ${2 ** width}.`)
  return Array.from({ length: 2 ** width }, (_, index) => ({
    hash: content.subarray(index * hashSize, (index + 1) * hashSize),
    depth,
    bits: bits - width,
    path: path * 2 ** width + index,
  }))
}

/** The child of a tile on the way to a node. */
export function childTowards(node: Uint8Array, children: readonly FilePosition[]): FilePosition {
  const child = children.find(({ depth, bits, path }) => bucketOf(node, depth - bits) === path)
  if (child) return child
  throw new Error('The tile is not on the way to the node.')
}

/**
 * Stricter than the contract: a file has one form, and its names are sorted and belong to its bucket.
 * @throws OperatorError unless the text is the bucket of this position.
 */
export function verifyBucket(text: string, { hash, depth, path }: FilePosition): readonly FrozenName[] {
  const content = parseFile(text)
  assertHash(hashBucket(content), hash)
  const names = readNames(content)
  const foreign = names.find(({ node }) => bucketOf(Buffer.from(node.slice(2), 'hex'), depth) !== path)
  if (foreign) throw new OperatorError(`It has a name of another bucket: ${foreign.node}.`)
  return names
}

/** What a file alone proves: that its content is that of its name. `tile`: the number of its children. */
export type LoneFile = { readonly tile: number } | { readonly names: readonly FrozenName[] }

/** @throws OperatorError unless the text is a bucket or a tile with this hash. */
export function verifyLoneFile(text: string, hash: Uint8Array): LoneFile {
  const content = parseFile(text)
  if (Buffer.compare(hashTile(content), hash) === 0) return { tile: content.length / hashSize }
  assertHash(hashBucket(content), hash)
  return { names: readNames(content) }
}

function readNames(content: Buffer): readonly FrozenName[] {
  const names: FrozenName[] = []
  for (const { node, recordSet } of readEntries(content)) {
    const last = names.at(-1)?.node
    if (last !== undefined && last >= toHex(node))
      throw new OperatorError('Its names are not in their order.')
    names.push({ node: toHex(node), ...decodeRecordSet(recordSet) })
  }
  return names
}

function assertHash(computed: Uint8Array, expected: Uint8Array): void {
  if (Buffer.compare(computed, expected) !== 0)
    throw new OperatorError(`It has the hash ${toHex(computed)} instead of ${toHex(expected)}.`)
}
