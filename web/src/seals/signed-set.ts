import { concat, fromHex, type Hex, Reader, toHex, uint } from '../../../sdk/src/verify/bytes.ts'
import { parseRecords, type RecordEntry } from '../../../sdk/src/verify/records.ts'

/** All records of a name, as its holder signs them; docs/format.md has the bytes. */
export interface RecordSet {
  readonly sequence: bigint
  /** In Unix seconds. */
  readonly validUntil: bigint
  /** In the order of their keys. */
  readonly records: readonly RecordEntry[]
}

export interface SignedSet extends RecordSet {
  readonly signature: Uint8Array
  /** A delegation, and the set of the delegate behind it; absent: none. */
  readonly delegated?: DelegatedSet
}

interface DelegatedSet {
  /** Of both, as they are sent. */
  readonly bytes: Uint8Array
  /** In Unix seconds: when the first of both ends. */
  readonly validUntil: bigint
  readonly records: readonly RecordEntry[]
}

/** Bytes of the records, as in the contract. */
export const maxRecordBytes = 16_384

const maxSignatureBytes = 0xffff

export function encodeRecords(records: readonly RecordEntry[]): Uint8Array {
  return concat(
    ...records.flatMap(({ key, value }) => [uint(key.length, 2), uint(value.length, 4), key, value]),
  )
}

/** What the contract is answered, in hex. @throws RangeError for a signature of 64 KiB or more. */
export function encodeSignedSet({ sequence, validUntil, records, signature, delegated }: SignedSet): Hex {
  if (signature.length > maxSignatureBytes) throw new RangeError('The signature has more than 65,535 bytes.')
  const encoded = encodeRecords(records)
  const header = [uint(sequence, 8), uint(validUntil, 8), uint(signature.length, 2), uint(encoded.length, 4)]
  return toHex(concat(...header, signature, encoded, delegated?.bytes ?? new Uint8Array()))
}

/** @throws Refused for malformed bytes. */
export function decodeSignedSet(response: string): SignedSet {
  const reader = new Reader(fromHex(response), 'MalformedSet')
  const set = readSet(reader)
  return reader.left > 0 ? { ...set, delegated: readDelegated(reader.rest()) } : set
}

function readDelegated(bytes: Uint8Array): DelegatedSet {
  const reader = new Reader(bytes, 'MalformedSet')
  // Delegate and sequence.
  reader.take(28)
  const end = reader.bigint(8)
  reader.take(reader.number(2))
  const { records, validUntil } = readSet(reader)
  reader.end()
  return { bytes, records, validUntil: end < validUntil ? end : validUntil }
}

function readSet(reader: Reader): SignedSet {
  const [sequence, validUntil] = [reader.bigint(8), reader.bigint(8)]
  const [signatureLength, recordsLength] = [reader.number(2), reader.number(4)]
  const signature = reader.take(signatureLength)
  return { sequence, validUntil, signature, records: parseRecords(reader.take(recordsLength)) }
}
