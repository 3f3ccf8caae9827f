import { areEqual, byte, fromHexOf, Reader, toHex } from './bytes.ts'
import { isSignedByPasskey } from './passkey.ts'
import { kinds, parseRecords, type RecordEntry } from './records.ts'
import { isSignedBy } from './recover.ts'
import { assertHolds, type RefusalReason } from './refusal.ts'
import type { IsValidSignature, ResolverState, Seal } from './state.ts'
import { delegationDigest, recordSetDigest } from './typed-data.ts'

const maxSetBytes = 16_384

export interface SealedInput {
  readonly state: ResolverState
  readonly node: Uint8Array
  readonly seal: Seal
  /** The response to `recordSet(bytes)`. */
  readonly response: Uint8Array
  /** Unix seconds that sets must be valid at: of the block, in the dark of the last beat. */
  readonly validAt: bigint
  readonly isValidSignature: IsValidSignature
}

export interface SealedAnswer {
  readonly records: readonly RecordEntry[]
  readonly delegate: Uint8Array | null
  /** Texts that the holder has not set. */
  readonly delegateRecords: readonly RecordEntry[]
  readonly sequence: bigint
  readonly validUntil: bigint
}

/** @throws Refused unless the holder has signed the set, and its delegate, if there is one, the texts. */
export async function verifySealed(input: SealedInput): Promise<SealedAnswer> {
  const { response, seal, state } = input
  assertHolds(
    seal.kind === 1 || seal.kind === 2,
    'UnsupportedKind',
    `A seal of kind ${seal.kind} has no holder.`,
  )
  assertHolds(
    seal.kind !== 2 || state.hasP256,
    'NotSignedByHolder',
    'This chain does not verify passkeys (EIP-7951).',
  )
  const reader = new Reader(response, 'MalformedSet')
  const set = readSet(reader)
  assertCounts(input, set)
  const digest = recordSetDigest(state, { node: input.node, ...set })
  await assertSignedByHolder(input, digest, set.signature)
  const delegated = reader.left > 0 ? await readDelegated(input, reader) : null
  reader.end()
  return {
    records: set.records,
    sequence: set.sequence,
    validUntil: set.validUntil,
    delegate: delegated?.delegate ?? null,
    delegateRecords: (delegated?.records ?? []).filter(
      ({ key }) => isText(key) && !hasValue(set.records, key),
    ),
  }
}

function readSet(reader: Reader) {
  const [sequence, validUntil] = [reader.bigint(8), reader.bigint(8)]
  const [signatureLength, recordsLength] = [reader.number(2), reader.number(4)]
  assertHolds(
    recordsLength <= maxSetBytes,
    'InvalidRecordSet',
    `The records have ${recordsLength} bytes, more than 16 KiB.`,
  )
  const signature = reader.take(signatureLength)
  return { sequence, validUntil, signature, records: parseRecords(reader.take(recordsLength)) }
}

interface Validity {
  readonly sequence: bigint
  readonly validUntil: bigint
}

function assertCounts(input: SealedInput, { sequence, validUntil }: Validity): void {
  const { seal } = input
  assertHolds(
    sequence >= seal.sequence,
    'SetSuperseded',
    `The set has the sequence ${sequence}, below ${seal.sequence} of the seal.`,
  )
  assertIsValid(input, { validUntil })
}

/** Of a delegate's set the time alone counts: the sequence of its delegation is above the seal's. */
function assertIsValid({ validAt }: SealedInput, { validUntil }: Pick<Validity, 'validUntil'>): void {
  assertHolds(
    validUntil >= validAt,
    'SetExpired',
    `The set was valid until ${validUntil}, and ${validAt} counts.`,
  )
}

async function readDelegated(input: SealedInput, reader: Reader) {
  const { state, node } = input
  const delegate = reader.take(20)
  const validity = { sequence: reader.bigint(8), validUntil: reader.bigint(8) }
  const signature = reader.take(reader.number(2))
  assertCounts(input, validity)
  await assertSignedByHolder(input, delegationDigest(state, { node, delegate, ...validity }), signature)
  const set = readSet(reader)
  assertIsValid(input, set)
  const digest = recordSetDigest(state, { node, ...set })
  await assertSignedByAccount(
    input,
    { account: delegate, digest, signature: set.signature },
    'NotSignedByDelegate',
  )
  return { delegate, records: set.records }
}

async function assertSignedByHolder(
  input: SealedInput,
  digest: Uint8Array,
  signature: Uint8Array,
): Promise<void> {
  const account = fromHexOf(input.seal.holder, 20)
  if (input.seal.kind === 1)
    return assertSignedByAccount(input, { account, digest, signature }, 'NotSignedByHolder')
  assertHolds(
    isSignedByPasskey(account, digest, signature),
    'NotSignedByHolder',
    'The passkey has not signed this.',
  )
}

interface AccountSignature {
  readonly account: Uint8Array
  readonly digest: Uint8Array
  readonly signature: Uint8Array
}

/** By the key of the account, or, where it is a contract, as that says (ERC-1271). */
async function assertSignedByAccount(
  { isValidSignature }: SealedInput,
  { account, digest, signature }: AccountSignature,
  reason: RefusalReason,
): Promise<void> {
  assertHolds(
    account.some((part) => part !== 0),
    reason,
    'The zero address signs nothing.',
  )
  if (isSignedBy(account, digest, signature)) return
  const asked = { account: toHex(account), hash: toHex(digest), signature: toHex(signature) }
  assertHolds(await isValidSignature(asked), reason, `${asked.account} has not signed this.`)
}

function isText(key: Uint8Array): boolean {
  return areEqual(key.subarray(0, 1), byte(kinds.text))
}

function hasValue(records: readonly RecordEntry[], key: Uint8Array): boolean {
  return records.some((record) => areEqual(record.key, key) && record.value.length > 0)
}
