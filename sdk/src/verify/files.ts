import { findEntry } from './bucket.ts'
import { areEqual, byte, fromHexOf, type Hex, keccak, toHex } from './bytes.ts'
import { parseRecords, type RecordEntry } from './records.ts'
import { assertHolds } from './refusal.ts'
import type { HashTree } from './state.ts'

const bitsOfTile = 8

interface Step {
  /** Of the file. */
  readonly hash: Uint8Array
  /** Bits of the node that the way has gone along before. */
  readonly bits: number
}

/** The way from a root to the bucket of a node, a file at a time. */
export class FileWalk {
  readonly #zone: HashTree
  readonly #node: Uint8Array
  #step: Step
  #bucket: Uint8Array | undefined

  constructor(zone: HashTree, node: Uint8Array) {
    assertHolds(zone.depth <= 24, 'InvalidTile', `A tree has at most 24 levels, not ${zone.depth}.`)
    this.#zone = zone
    this.#node = node
    this.#step = { hash: fromHexOf(zone.root, 32), bits: 0 }
  }

  /** The file to read next: `<base>/<hash>.json`, the hash without 0x; undefined behind the bucket. */
  get next(): Hex | undefined {
    return this.#bucket ? undefined : toHex(this.#step.hash)
  }

  /** @throws Refused `WrongFile`, `InvalidTile`. */
  read(content: Uint8Array): void {
    const { depth } = this.#zone
    const { hash, bits } = this.#step
    const isBucket = bits === depth
    assertHolds(
      areEqual(keccak(byte(isBucket ? 0 : 1), content), hash),
      'WrongFile',
      `The file is not ${toHex(hash)}.`,
    )
    if (isBucket) this.#bucket = content
    else this.#step = descend(content, { node: this.#node, bits, width: tileWidth(depth, bits) })
  }

  /** Of the node; undefined when the bucket proves that it has none. */
  entry(): readonly RecordEntry[] | undefined {
    assertHolds(this.#bucket !== undefined, 'WrongNumberOfFiles', 'The files end before the bucket.')
    const content = findEntry(this.#bucket, this.#node, 'InvalidRecordSet')
    return content && parseRecords(content)
  }
}

/** The uppermost tile has the bits that whole tiles leave over. */
function tileWidth(depth: number, bits: number): number {
  return bits === 0 && depth % bitsOfTile > 0 ? depth % bitsOfTile : bitsOfTile
}

interface Descent {
  readonly node: Uint8Array
  readonly bits: number
  readonly width: number
}

function descend(tile: Uint8Array, { node, bits, width }: Descent): Step {
  assertHolds(tile.length === 32 * 2 ** width, 'InvalidTile', `The tile has ${tile.length} bytes.`)
  const child = bitsOf(node, bits, width)
  return { hash: tile.subarray(child * 32, child * 32 + 32), bits: bits + width }
}

/** `width` bits of the node behind its first `from`; at most 8. */
function bitsOf(node: Uint8Array, from: number, width: number): number {
  const at = from >>> 3
  const two = ((node[at] ?? 0) << 8) | (node[at + 1] ?? 0)
  return (two >>> (16 - (from % 8) - width)) & (2 ** width - 1)
}
