import { byte, compareBytes, concat, Reader, uint, utf8 } from './bytes.ts'
import { assertHolds } from './refusal.ts'

export interface RecordEntry {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

export const kinds = { address: 1, text: 2, contentHash: 3, sealProof: 0x7e, sealedSet: 0x7f } as const

export function addressKey(coinType: bigint | number): Uint8Array {
  return concat(byte(kinds.address), uint(coinType, 4))
}

export function textKey(key: Uint8Array | string): Uint8Array {
  return concat(byte(kinds.text), typeof key === 'string' ? utf8(key) : key)
}

const empty = new Uint8Array()

export const contentHashKey = byte(kinds.contentHash)

/**
 * Records one after the other: length of the key (2), of the value (4), key, value; keys in ascending order.
 * @throws Refused `MalformedSet`, `UnorderedKey`.
 */
export function parseRecords(bytes: Uint8Array): readonly RecordEntry[] {
  const reader = new Reader(bytes, 'MalformedSet')
  const records: RecordEntry[] = []
  while (reader.left > 0) {
    const [keyLength, valueLength] = [reader.number(2), reader.number(4)]
    const record = { key: reader.take(keyLength), value: reader.take(valueLength) }
    const before = records.at(-1)
    assertHolds(
      compareBytes(before?.key ?? empty, record.key) < 0,
      'UnorderedKey',
      'The keys of the records are not in ascending order, from a first one that is not empty.',
    )
    records.push(record)
  }
  return records
}

export function findValue(records: readonly RecordEntry[], key: Uint8Array): Uint8Array | undefined {
  return records.find((record) => compareBytes(record.key, key) === 0)?.value
}
