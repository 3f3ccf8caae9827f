import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import {
  type AddressChanges,
  type AddressInput,
  addresses,
  contenthash,
  type PrintedRecord,
  type RecordEntry,
  type RecordKind,
  type TextChanges,
  type TextRecord,
  texts,
} from './record-kinds.ts'
import { defaultRecordLimits, type RecordLimits } from './record-limits.ts'
import { emptyRecords, type Records } from './stored-records.ts'

/** An empty text deletes; an absent kind stays. */
export interface RecordInput {
  readonly texts?: readonly TextRecord[] | undefined
  readonly addresses?: readonly AddressInput[] | undefined
  readonly contenthash?: string | undefined
}

/** `null` deletes; an absent kind stays. */
export interface RecordChanges {
  readonly texts?: TextChanges | undefined
  readonly addresses?: AddressChanges | undefined
  readonly contenthash?: Hex | null | undefined
}

type RecordKindName = keyof Records

/** Excludes `undefined`. */
type Defined<Value> = Value & (NonNullable<unknown> | null)

type RecordKinds = {
  readonly [Name in RecordKindName]: RecordKind<
    Records[Name],
    Defined<RecordInput[Name]>,
    Defined<RecordChanges[Name]>
  >
}

/** In listing order. CONTRIBUTING.md describes how to add one. */
const recordKinds: RecordKinds = { addresses, texts, contenthash }

/** Safe: the names are those of the object above. */
const recordKindNames = Object.keys(recordKinds) as readonly RecordKindName[]

/** Safe: each name has a value of its kind. */
function mapRecordKinds<Mapped extends { readonly [Name in RecordKindName]?: unknown }>(
  map: <Name extends RecordKindName>(name: Name, kind: RecordKinds[Name]) => Mapped[Name],
): Mapped {
  const mapped: Partial<Record<RecordKindName, unknown>> = {}
  for (const name of recordKindNames) mapped[name] = map(name, recordKinds[name])
  return mapped as Mapped
}

/**
 * Validates records of a request and converts them to their stored form.
 * @throws InvalidRecordException, also for two values of one key.
 */
export function parseRecordChanges(
  input: RecordInput,
  limits: RecordLimits = defaultRecordLimits,
): RecordChanges {
  return mapRecordKinds<RecordChanges>((name, kind) => {
    const written = input[name]
    return written === undefined ? undefined : kind.parse(written, limits)
  })
}

function countOfKind<Name extends RecordKindName>(name: Name, records: Records): number {
  return recordKinds[name].count(records[name])
}

export function countRecords(records: Records): number {
  let count = 0
  for (const name of recordKindNames) count += countOfKind(name, records)
  return count
}

/** Texts in UTF-8, all else in binary. */
export function recordsByteLength(records: Records): number {
  let bytes = 0
  for (const name of recordKindNames) bytes += byteLengthOfKind(name, records)
  return bytes
}

function byteLengthOfKind<Name extends RecordKindName>(name: Name, records: Records): number {
  return recordKinds[name].byteLength(records[name])
}

/** `replace`: a supplied kind replaces the stored one. */
export interface MergeOptions {
  readonly replace?: boolean
}

/**
 * Unlisted records stay.
 * @throws InvalidRecordException when a limit would be exceeded.
 */
export function mergeRecords(
  records: Records,
  changes: RecordChanges,
  limits: RecordLimits = defaultRecordLimits,
  { replace = false }: MergeOptions = {},
): Records {
  const merged = mapRecordKinds<Records>((name, kind) => {
    const change = changes[name]
    return change === undefined
      ? records[name]
      : kind.merge(replace ? emptyRecords[name] : records[name], change)
  })
  assertCounts(merged, limits.perKind)
  assertTotalBytes(recordsByteLength(merged), recordsByteLength(records), limits.total)
  return merged
}

function assertCounts(records: Records, limit: number): void {
  if (recordKindNames.some((name) => countOfKind(name, records) > limit))
    throw new AppError('InvalidRecordException', `A name has at most ${limit} records of a kind.`)
}

/** Larger records, stored before this limit existed, may stay or shrink. */
function assertTotalBytes(bytes: number, previousBytes: number, limit: number): void {
  if (bytes <= limit || bytes <= previousBytes) return
  throw new AppError(
    'InvalidRecordException',
    `All records of a name have at most ${limit} bytes together; with this change they would have ${bytes}. ` +
      'Remove or shorten some of them.',
  )
}

interface RecordDifference {
  readonly kind: RecordKindName
  /** Null for a kind with one record. */
  readonly key: RecordEntry[0]
  readonly before: string | null
  readonly after: string | null
}

/** Removed and replaced entries in their stored order, then new ones in theirs. */
export function diffRecords(before: Records, after: Records): readonly RecordDifference[] {
  return recordKindNames.flatMap((kind) => diffKind(kind, entriesOf(kind, before), entriesOf(kind, after)))
}

function diffKind(
  kind: RecordKindName,
  before: readonly RecordEntry[],
  after: readonly RecordEntry[],
): readonly RecordDifference[] {
  if (before.length === 0) return after.map(([key, value]) => ({ kind, key, before: null, after: value }))
  const old = new Map(before)
  const current = new Map(after)
  return [
    ...before.map(([key, value]) => ({ kind, key, before: value, after: current.get(key) ?? null })),
    ...after
      .filter(([key]) => !old.has(key))
      .map(([key, value]) => ({ kind, key, before: null, after: value })),
  ].filter((difference) => difference.before !== difference.after)
}

function entriesOf<Name extends RecordKindName>(kind: Name, records: Records): readonly RecordEntry[] {
  return recordKinds[kind].entries(records[kind])
}

export function printRecords(records: Records): readonly PrintedRecord[] {
  return recordKindNames.flatMap((name) => printKind(name, records))
}

function printKind<Name extends RecordKindName>(name: Name, records: Records): readonly PrintedRecord[] {
  return recordKinds[name].print(records[name])
}
