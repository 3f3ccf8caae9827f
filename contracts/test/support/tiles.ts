import { concat, type Hex, hexToBigInt, keccak256, namehash } from 'viem'
import { encodeBucket, type ZoneNames } from './zone.ts'

/** A zone as content-addressed files; the format is implemented independently of the contract and the server. */
export interface TileZone {
  readonly root: Hex
  readonly depth: number
  /** By the name of the file: its hash without a prefix, and the ending. */
  readonly files: ReadonlyMap<string, Hex>
}

export function bucketFileHash(bucket: Hex): Hex {
  return keccak256(concat(['0x00', bucket]))
}

export function tileFileHash(children: readonly Hex[]): Hex {
  return keccak256(concat(['0x01', ...children]))
}

/** Of a file of this hash. */
export function fileName(hash: Hex): string {
  return `${hash.slice(2)}.json`
}

function firstBits(name: string, depth: number): number {
  return Number(hexToBigInt(namehash(name)) >> BigInt(256 - depth))
}

/** A zone of 2^depth buckets, with a tile for 2^8 children and an uppermost one for what remains. */
export function tileNames(names: ZoneNames, depth: number): TileZone {
  const files = new Map<string, Hex>()
  const keep = (hash: Hex, file: Hex) => {
    files.set(fileName(hash), file)
    return hash
  }
  const members = new Map<number, ZoneNames>()
  for (const [name, records] of Object.entries(names)) {
    const index = firstBits(name, depth)
    members.set(index, { ...members.get(index), [name]: records })
  }
  let level = Array.from({ length: 2 ** depth }, (_, index) => {
    const bucket = encodeBucket(members.get(index) ?? {})
    return keep(bucketFileHash(bucket), bucket)
  })
  while (level.length > 1) {
    const size = Math.min(256, level.length)
    level = Array.from({ length: level.length / size }, (_, index) => {
      const children = level.slice(size * index, size * (index + 1))
      return keep(tileFileHash(children), concat(children))
    })
  }
  return { root: level[0] ?? '0x', depth, files }
}
