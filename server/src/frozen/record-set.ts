import { fromHex, toHex } from '../crypto/hex.ts'
import type { AddressRecord, TextRecord } from '../ens/record-kinds.ts'
import { emptyRecords, isZeroAddress, type Records } from '../ens/stored-records.ts'
import { OperatorError } from '../errors.ts'

/** First byte of a record's key. */
const kinds = { address: 1, text: 2, contenthash: 3, sealProof: 0x7e, signedSets: 0x7f } as const

/** What a contract with sealed names reads beside the records (contracts/README.md, Dark). */
export interface SealData {
  /** The response to `recordSet`, which stands in the place of the records; absent: the name is not sealed. */
  readonly signedSets?: Uint8Array
  /** What the trees of seals say of the name; absent: it has no trees. */
  readonly proof?: Uint8Array
}

/** Lengths of key (2 bytes) and value (4 bytes). */
const headerSize = 6

interface FrozenRecord {
  /** The kind, then the coin type (4 bytes), the text key in UTF-8, or nothing. */
  readonly key: Buffer
  readonly value: Uint8Array
}

/** Without zero addresses, which resolve to nothing. */
export function resolvedRecords(records: Records): Records {
  return { ...records, addresses: records.addresses.filter((record) => !isZeroAddress(record)) }
}

/** In the order of the keys: equal records give equal bytes. */
export function encodeRecordSet(records: Records, seal: SealData = {}): Buffer {
  const listed = [...(seal.signedSets ? [] : listRecords(records)), ...listSealData(seal)]
  const sorted = listed.toSorted((one, other) => Buffer.compare(one.key, other.key))
  return Buffer.concat(sorted.flatMap(({ key, value }) => [encodeHeader(key, value), key, value]))
}

function listRecords({ addresses, texts, contenthash }: Records): readonly FrozenRecord[] {
  return [
    ...addresses.map(({ coinType, address }) => ({ key: addressKey(coinType), value: fromHex(address) })),
    ...texts.map(({ key, value }) => ({
      key: Buffer.concat([Buffer.of(kinds.text), Buffer.from(key)]),
      value: Buffer.from(value),
    })),
    ...(contenthash ? [{ key: Buffer.of(kinds.contenthash), value: fromHex(contenthash) }] : []),
  ]
}

function listSealData({ proof, signedSets }: SealData): readonly FrozenRecord[] {
  return [
    ...(proof ? [{ key: Buffer.of(kinds.sealProof), value: proof }] : []),
    ...(signedSets ? [{ key: Buffer.of(kinds.signedSets), value: signedSets }] : []),
  ]
}

function addressKey(coinType: number): Buffer {
  const key = Buffer.alloc(5)
  key.writeUInt8(kinds.address)
  key.writeUInt32BE(coinType, 1)
  return key
}

function encodeHeader(key: Uint8Array, value: Uint8Array): Buffer {
  const header = Buffer.alloc(headerSize)
  header.writeUInt16BE(key.length, 0)
  header.writeUInt32BE(value.length, 2)
  return header
}

interface RecordSet {
  /** Lists are in the order of the keys. */
  readonly records: Records
  readonly seal: SealData
}

/** @throws OperatorError unless the bytes are what `encodeRecordSet` gives. */
export function decodeRecordSet(bytes: Buffer): RecordSet {
  const addresses: AddressRecord[] = []
  const texts: TextRecord[] = []
  let contenthash = emptyRecords.contenthash
  let seal: SealData = {}
  for (const { key, value } of readRecords(bytes)) {
    const rest = key.subarray(1)
    if (key[0] === kinds.address && rest.length === 4)
      addresses.push({ coinType: rest.readUInt32BE(), address: toHex(value) })
    else if (key[0] === kinds.text) texts.push({ key: rest.toString(), value: Buffer.from(value).toString() })
    else if (key[0] === kinds.contenthash && rest.length === 0) contenthash = toHex(value)
    else if (key[0] === kinds.sealProof && rest.length === 0) seal = { ...seal, proof: value }
    else if (key[0] === kinds.signedSets && rest.length === 0) seal = { ...seal, signedSets: value }
    else throw malformed('has a record of an unknown kind')
  }
  const records = { addresses, texts, contenthash }
  if (encodeRecordSet(records, seal).equals(bytes)) return { records, seal }
  throw malformed('is not in its only form')
}

/** Without what belongs to seals. @throws OperatorError for truncated bytes. */
export function countRecordsIn(recordSet: Buffer): number {
  let count = 0
  for (const { key } of readRecords(recordSet))
    if (key[0] !== kinds.sealProof && key[0] !== kinds.signedSets) count += 1
  return count
}

function* readRecords(bytes: Buffer): Generator<FrozenRecord> {
  let last: Buffer | undefined
  for (let start = 0; start < bytes.length; ) {
    if (start + headerSize > bytes.length) throw malformed('is truncated')
    const keyStart = start + headerSize
    const valueStart = keyStart + bytes.readUInt16BE(start)
    const end = valueStart + bytes.readUInt32BE(start + 2)
    if (end > bytes.length) throw malformed('is truncated')
    const key = bytes.subarray(keyStart, valueStart)
    if (last && Buffer.compare(last, key) >= 0) throw malformed('has a key twice, or not in its order')
    yield { key, value: bytes.subarray(valueStart, end) }
    last = key
    start = end
  }
}

function malformed(problem: string): OperatorError {
  return new OperatorError(`A record set ${problem}.`)
}
