import { concat, encodePacked, type Hex, hexToBigInt, namehash, size } from 'viem'
import { bucketHash, zoneOf } from './zone.ts'

export interface SealedName {
  readonly name: string
  readonly kind: number
  readonly holder: Hex
}

/** A tree of seals with the proof for each name; the format is implemented independently of the contract. */
export interface SealTree {
  readonly root: Hex
  readonly depth: number
  /** What proves for a name what this tree says. */
  proofOf(name: string): Hex
}

function encodeBucket(names: readonly SealedName[]): Hex {
  const entries = names.map(({ name, kind, holder }) =>
    encodePacked(['bytes32', 'uint32', 'uint8', 'bytes'], [namehash(name), 1 + size(holder), kind, holder]),
  )
  return concat(['0x', ...entries.toSorted()])
}

export function sealTreeOf(names: readonly SealedName[], depth: number): SealTree {
  const indexOf = (name: string) => Number(hexToBigInt(namehash(name)) >> BigInt(256 - depth))
  const buckets = Array.from({ length: 2 ** depth }, (_, index) =>
    encodeBucket(names.filter(({ name }) => indexOf(name) === index)),
  )
  const { root, responses } = zoneOf(buckets)
  return {
    root: depth === 0 ? bucketHash(0, buckets[0] ?? '0x') : root,
    depth,
    proofOf(name) {
      const bucket = buckets[indexOf(name)] ?? '0x'
      const siblings = (responses[indexOf(name)] ?? '0x').slice(2, 2 + 64 * depth)
      return concat([`0x${siblings}`, encodePacked(['uint32', 'bytes'], [size(bucket), bucket])])
    },
  }
}
