import { AbiReader, dynamic, encodeBytesList, encodeCall, selectorOf, word } from './abi.ts'
import type { VerifiedEntry, Word } from './answer.ts'
import { areEqual, concat, fromHex, type Hex, toBigInt, toHex } from './bytes.ts'
import { kinds } from './records.ts'
import { Refused } from './refusal.ts'

/** A record of a name; `value` is text, an address in bytes or the bytes of a content hash. */
export type VerifiedRecord =
  | { readonly kind: 'text'; readonly key: string; readonly value: string; readonly word: Word }
  | { readonly kind: 'address'; readonly coinType: number; readonly value: Hex; readonly word: Word }
  | { readonly kind: 'contentHash'; readonly value: Hex; readonly word: Word }

/** What is asked of a gateway, which does not list the records of a name. */
export interface AskedRecords {
  readonly texts: readonly string[]
  readonly coinTypes: readonly number[]
}

export const usualRecords: AskedRecords = {
  texts: [
    ...[
      'avatar',
      'header',
      'description',
      'display',
      'name',
      'email',
      'url',
      'location',
      'notice',
      'keywords',
      'mail',
      'phone',
    ],
    ...[
      'com.twitter',
      'com.github',
      'com.discord',
      'org.telegram',
      'com.reddit',
      'com.linkedin',
      'xyz.farcaster',
      'social.bsky',
    ],
  ],
  coinTypes: [60, 0, 2, 3, 501, 0x8000_0000, 0x8000_000a, 0x8000_2105, 0x8000_a4b1, 0x8000_0089],
}

/** One `multicall(bytes[])` for all of them. */
export function callFor(node: Uint8Array, { texts, coinTypes }: AskedRecords): Hex {
  const encoder = new TextEncoder()
  const calls = [
    ...coinTypes.map((coinType) => encodeCall('addr(bytes32,uint256)', [word(node), word(coinType)])),
    encodeCall('contenthash(bytes32)', [word(node)]),
    ...texts.map((key) =>
      concat(encodeCall('text(bytes32,string)', [word(node), dynamic(encoder.encode(key))])),
    ),
  ]
  return toHex(concat(selectorOf('multicall(bytes[])'), encodeBytesList(calls)))
}

/** The records in a result of `callFor`, without those that are not set; undefined when it is no such result. */
export function recordsOfResult(
  result: Hex,
  { texts, coinTypes }: AskedRecords,
): readonly VerifiedRecord[] | undefined {
  try {
    const items = new AbiReader(fromHex(result), 'MalformedResponse').bytesList(0)
    if (items.length !== texts.length + coinTypes.length + 1) return undefined
    const values = items.map((item) =>
      item.length % 32 === 4 ? new Uint8Array() : new AbiReader(item, 'MalformedResponse').bytes(0),
    )
    const keys = [
      ...coinTypes.map((coinType) => ({ kind: 'address', coinType }) as const),
      { kind: 'contentHash' } as const,
      ...texts.map((key) => ({ kind: 'text', key }) as const),
    ]
    return keys.flatMap((key, index) => withValue(key, values[index] ?? new Uint8Array()))
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

type RecordKey =
  | { readonly kind: 'address'; readonly coinType: number }
  | { readonly kind: 'contentHash' }
  | { readonly kind: 'text'; readonly key: string }

function withValue(key: RecordKey, value: Uint8Array): readonly VerifiedRecord[] {
  if (value.length === 0) return []
  return [toRecord(key, { value, word: 'gateway' })]
}

interface WordedValue {
  readonly value: Uint8Array
  readonly word: Word
}

function toRecord(key: RecordKey, { value, word: whose }: WordedValue): VerifiedRecord {
  return key.kind === 'text'
    ? { ...key, value: new TextDecoder().decode(value), word: whose }
    : { ...key, value: toHex(value), word: whose }
}

/** Of a set or a file, in which the keys are; other kinds of records are left out. */
export function recordsOfEntries(entries: readonly VerifiedEntry[]): readonly VerifiedRecord[] {
  return entries.flatMap(({ key, value, word: whose }) => {
    const found = toKey(fromHex(key))
    return found ? [toRecord(found, { value: fromHex(value), word: whose })] : []
  })
}

function toKey(key: Uint8Array): RecordKey | undefined {
  const rest = key.subarray(1)
  if (key[0] === kinds.address && rest.length === 4)
    return { kind: 'address', coinType: Number(toBigInt(rest)) }
  if (key[0] === kinds.text) return { kind: 'text', key: new TextDecoder().decode(rest) }
  return areEqual(key, Uint8Array.of(kinds.contentHash)) ? { kind: 'contentHash' } : undefined
}
