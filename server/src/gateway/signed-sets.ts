import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import type { AddressRecord, TextRecord } from '../ens/record-kinds.ts'
import type { Records } from '../ens/stored-records.ts'
import { AppError } from '../errors.ts'
import { readUtf8 } from './abi.ts'

/** Sequence (8), valid until (8), length of the signature (2), of the records (4). */
const setHeader = 22

/** Delegate (20), sequence (8), valid until (8), length of the holder's signature (2). */
const delegationHeader = 38

/** Length of the key (2), of the value (4). */
const recordHeader = 6

/** Bytes of the records of a set, as in the contract. */
const maxSetBytes = 16_384

/** Of a response: two sets, a delegation, and their signatures, of which those of passkeys and contracts are the longest. */
export const maxSignedSetsBytes = 2 * maxSetBytes + 3 * 8192 + 2 * setHeader + delegationHeader

/** First byte of a record's key. */
const recordKinds = { address: 1, text: 2, contenthash: 3 } as const

/** All records of a name, with a signature that is not verified here. */
interface SignedSet {
  readonly sequence: bigint
  /** Unix seconds. */
  readonly validUntil: bigint
  /** In the order of their keys; records of other kinds are left out, since they are answered as unset. */
  readonly records: Records
}

/** What a contract is answered for a sealed name: contracts/README.md has its bytes. */
export interface SignedSets {
  readonly set: SignedSet
  /** Texts of a delegate of the holder; absent: none. */
  readonly delegated?: SignedSet & {
    /** Of the delegation itself. */
    readonly delegation: { readonly sequence: bigint; readonly validUntil: bigint }
  }
}

/** @throws BadRequestException for lengths that lead beyond the end, and keys that are not in ascending order. */
export function decodeSignedSets(bytes: Uint8Array): SignedSets {
  const response = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { set, rest } = readSet(response)
  if (rest.length === 0) return { set }
  const delegationEnd = delegationHeader + readLength(rest, delegationHeader, 36, 2)
  requireLength(rest, delegationEnd)
  const delegation = { sequence: rest.readBigUInt64BE(20), validUntil: rest.readBigUInt64BE(28) }
  const delegated = readSet(rest.subarray(delegationEnd))
  if (delegated.rest.length > 0) throw malformed('has bytes behind its end')
  return { set, delegated: { ...delegated.set, delegation } }
}

/** The records that the contract answers: those of the holder, and texts of the delegate that the holder has not set. */
export function recordsOf({ set, delegated }: SignedSets): Records {
  const { records } = set
  const keys = new Set(records.texts.map(({ key }) => key))
  const added = delegated?.records.texts.filter(({ key }) => !keys.has(key)) ?? []
  return { ...records, texts: [...records.texts, ...added] }
}

/** In Unix seconds: when the first of the signatures ends, after which the contract takes none of it. */
export function validUntilOf({ set, delegated }: SignedSets): bigint {
  const ends = [set.validUntil, ...(delegated ? [delegated.validUntil, delegated.delegation.validUntil] : [])]
  return ends.reduce((first, end) => (end < first ? end : first))
}

function readSet(bytes: Buffer): { readonly set: SignedSet; readonly rest: Buffer } {
  const signatureEnd = setHeader + readLength(bytes, setHeader, 16, 2)
  const recordsLength = bytes.readUInt32BE(18)
  const end = signatureEnd + recordsLength
  if (recordsLength > maxSetBytes) throw malformed(`has more than ${maxSetBytes} bytes of records`)
  requireLength(bytes, end)
  const set = {
    sequence: bytes.readBigUInt64BE(0),
    validUntil: bytes.readBigUInt64BE(8),
    records: readRecords(bytes.subarray(signatureEnd, end)),
  }
  return { set, rest: bytes.subarray(end) }
}

function readRecords(bytes: Buffer): Records {
  const addresses: AddressRecord[] = []
  const texts: TextRecord[] = []
  let contenthash: Hex | null = null
  for (const { key, value } of splitRecords(bytes)) {
    const rest = key.subarray(1)
    if (key[0] === recordKinds.address && rest.length === 4 && value.length > 0)
      addresses.push({ coinType: rest.readUInt32BE(), address: toHex(value) })
    else if (key[0] === recordKinds.text && value.length > 0)
      texts.push({ key: readText(rest), value: readText(value) })
    else if (key[0] === recordKinds.contenthash && rest.length === 0 && value.length > 0)
      contenthash = toHex(value)
  }
  return { addresses, texts, contenthash }
}

function* splitRecords(bytes: Buffer): Generator<{ readonly key: Buffer; readonly value: Buffer }> {
  let last: Buffer = Buffer.alloc(0)
  for (let start = 0; start < bytes.length; ) {
    requireLength(bytes, start + recordHeader)
    const keyStart = start + recordHeader
    const valueStart = keyStart + bytes.readUInt16BE(start)
    const end = valueStart + bytes.readUInt32BE(start + 2)
    requireLength(bytes, end)
    const key = bytes.subarray(keyStart, valueStart)
    if (Buffer.compare(last, key) >= 0)
      throw malformed('has a key twice, or keys that are not in ascending order')
    yield { key, value: bytes.subarray(valueStart, end) }
    last = key
    start = end
  }
}

function readText(bytes: Buffer): string {
  try {
    return readUtf8(bytes)
  } catch (cause) {
    throw new AppError('InvalidRecordException', 'A text of the set is not valid UTF-8.', { cause })
  }
}

/** Of the bytes behind a header, at its offset. */
function readLength(bytes: Buffer, header: number, at: number, size: number): number {
  requireLength(bytes, header)
  return bytes.readUIntBE(at, size)
}

function requireLength(bytes: Buffer, length: number): void {
  if (bytes.length < length) throw malformed('is shorter than its lengths say')
}

function malformed(problem: string): AppError {
  return new AppError('BadRequestException', `response: the signed set ${problem}.`)
}
