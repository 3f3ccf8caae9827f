import { encodePacked, type Hex, keccak256, namehash, size, stringToHex } from 'viem'

/** A record of a zone: its key with the kind in front, and its value. */
export type ZoneRecord = readonly [key: Hex, value: Hex]

/** The names of a zone with their records; the format is implemented independently of the contract and the server. */
export type ZoneNames = Readonly<Record<string, readonly ZoneRecord[]>>

/** A zone with the response for each bucket: siblings and bucket. */
interface Zone {
  readonly root: Hex
  readonly depth: number
  readonly responses: readonly Hex[]
}

/** Hex without its prefix. */
type Digits = string

export function addressRecord(coinType: number, value: Hex): ZoneRecord {
  return [encodePacked(['uint8', 'uint32'], [1, coinType]), value]
}

export function textRecord(key: string, value: string): ZoneRecord {
  return [encodePacked(['uint8', 'string'], [2, key]), stringToHex(value)]
}

export function contenthashRecord(value: Hex): ZoneRecord {
  return ['0x03', value]
}

function digits(hex: Hex): Digits {
  return hex.slice(2)
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}

function encodeEntry([name, records]: readonly [string, readonly ZoneRecord[]]): Digits {
  const recordSet = records
    .toSorted(([one], [other]) => byText(one, other))
    .map(([key, value]) =>
      encodePacked(['uint16', 'uint32', 'bytes', 'bytes'], [size(key), size(value), key, value]),
    )
    .map(digits)
    .join('')
  return digits(
    encodePacked(['bytes32', 'uint32', 'bytes'], [namehash(name), recordSet.length / 2, `0x${recordSet}`]),
  )
}

/** The bucket with the entries of these names, in the order of their nodes. */
export function encodeBucket(names: ZoneNames): Hex {
  return `0x${Object.entries(names).map(encodeEntry).toSorted(byText).join('')}`
}

export function bucketHash(index: number, bucket: Hex): Hex {
  return keccak256(encodePacked(['uint8', 'uint32', 'bytes'], [0, index, bucket]))
}

function pairHash(left: Hex, right: Hex): Hex {
  return keccak256(encodePacked(['uint8', 'bytes32', 'bytes32'], [1, left, right]))
}

/** The tree above these buckets; their number is a power of two. */
export function zoneOf(buckets: readonly Hex[]): Zone {
  let level = buckets.map((bucket, index) => bucketHash(index, bucket))
  const proofs: Digits[] = buckets.map(() => '')
  let depth = 0
  while (level.length > 1) {
    for (const [index] of proofs.entries()) proofs[index] += digits(level[(index >> depth) ^ 1] ?? '0x')
    level = level.flatMap((hash, index) =>
      index % 2 === 0 ? [pairHash(hash, level[index + 1] ?? '0x')] : [],
    )
    depth += 1
  }
  const responses = buckets.map((bucket, index): Hex => `0x${proofs[index]}${digits(bucket)}`)
  return { root: level[0] ?? '0x', depth, responses }
}
