import { concat, type Hex, hexToNumber, keccak256, numberToHex, size, slice } from 'viem'
import { type Entry, packRecords } from './signed-answers.ts'

/** The files of names in the dark, and what a tree of seals proves: made from docs/format.md. */

interface Content {
  readonly node: Hex
  readonly content: Hex
}

const firstBits = (node: Hex, depth: number) => hexToNumber(slice(node, 0, 3)) >>> (24 - depth)

function bucketsOf(contents: readonly Content[], depth: number): readonly Hex[] {
  const sorted = contents.toSorted((one, other) => (one.node < other.node ? -1 : 1))
  return Array.from({ length: 2 ** depth }, (_, index) =>
    concat([
      '0x',
      ...sorted
        .filter(({ node }) => firstBits(node, depth) === index)
        .flatMap(({ node, content }) => [node, numberToHex(size(content), { size: 4 }), content]),
    ]),
  )
}

export interface Files {
  readonly root: Hex
  readonly depth: number
  /** By hash. */
  readonly contents: ReadonlyMap<Hex, Hex>
}

/** Tiles and buckets of a tree. */
export function filesOf(
  names: readonly { readonly node: Hex; readonly entries: readonly Entry[] }[],
  depth: number,
): Files {
  const contents = new Map<Hex, Hex>()
  const keep = (prefix: Hex, content: Hex) => {
    const hash = keccak256(concat([prefix, content]))
    contents.set(hash, content)
    return hash
  }
  const packed = names.map(({ node, entries }) => ({ node, content: packRecords(entries) }))
  let level = bucketsOf(packed, depth).map((bucket) => keep('0x00', bucket))
  for (let bits = depth; bits > 0; ) {
    const width = bits % 8 > 0 && bits < 8 ? bits : 8
    const tiles: Hex[] = []
    for (let at = 0; at < level.length; at += 2 ** width)
      tiles.push(keep('0x01', concat(level.slice(at, at + 2 ** width))))
    level = tiles
    bits -= width
  }
  return { root: level[0] ?? '0x', depth, contents }
}

export interface SealTree {
  readonly root: Hex
  readonly depth: number
  readonly proofOf: (node: Hex) => Hex
}

/** A binary tree of buckets with kinds and holders. */
export function sealTreeOf(
  seals: readonly { readonly node: Hex; readonly kind: number; readonly holder: Hex }[],
  depth: number,
): SealTree {
  const contents = seals.map(({ node, kind, holder }) => ({
    node,
    content: concat([numberToHex(kind, { size: 1 }), holder]),
  }))
  const buckets = bucketsOf(contents, depth)
  const levels = [
    buckets.map((bucket, index) => keccak256(concat(['0x00', numberToHex(index, { size: 4 }), bucket]))),
  ]
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const above: Hex[] = []
    for (let at = 0; at < level.length; at += 2)
      above.push(keccak256(concat(['0x01', level[at] ?? '0x', level[at + 1] ?? '0x'])))
    levels.push(above)
  }
  const proofOf = (node: Hex) => {
    const index = firstBits(node, depth)
    const siblings = levels.slice(0, -1).map((level, height) => level[(index >>> height) ^ 1] ?? '0x')
    const bucket = buckets[index] ?? '0x'
    return concat([...siblings, numberToHex(size(bucket), { size: 4 }), bucket])
  }
  return { root: levels.at(-1)?.[0] ?? '0x', depth, proofOf }
}
