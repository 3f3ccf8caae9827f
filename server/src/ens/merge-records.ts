import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import { recordsByteLength } from './record-bytes.ts'
import { defaultRecordLimits, type RecordChanges, type RecordLimits } from './record-changes.ts'
import { type AddressRecord, emptyRecords, type Records, type TextRecord } from './records.ts'

/** With `replace`, a kind that the changes hold starts empty instead of from what is stored. */
export interface MergeOptions {
  readonly replace?: boolean
}

/** Merges changes into entries: a replaced entry keeps its place, a new one goes last. */
function mergeEntries<Key, Value>(
  stored: readonly (readonly [Key, Value])[],
  changes: ReadonlyMap<Key, Value | null>,
): [Key, Value][] {
  const merged = new Map(stored)
  for (const [key, value] of changes) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return [...merged]
}

function mergeTexts(
  stored: readonly TextRecord[],
  changes: ReadonlyMap<string, string | null>,
): TextRecord[] {
  return mergeEntries(
    stored.map(({ key, value }) => [key, value]),
    changes,
  ).map(([key, value]) => ({ key, value }))
}

function mergeAddresses(
  stored: readonly AddressRecord[],
  changes: ReadonlyMap<number, Hex | null>,
): AddressRecord[] {
  return mergeEntries(
    stored.map(({ coinType, address }) => [coinType, address]),
    changes,
  ).map(([coinType, address]) => ({ coinType, address }))
}

/**
 * Computes the records of a name after an update. What the changes do not mention stays.
 *
 * @throws InvalidRecordException when a kind, or all records together, would exceed their limit.
 */
export function mergeRecords(
  records: Records,
  changes: RecordChanges,
  limits: RecordLimits = defaultRecordLimits,
  { replace = false }: MergeOptions = {},
): Records {
  const base = replace ? emptyRecords : records
  const texts = changes.texts ? mergeTexts(base.texts, changes.texts) : records.texts
  const addresses = changes.addresses ? mergeAddresses(base.addresses, changes.addresses) : records.addresses
  const contenthash = changes.contenthash === undefined ? records.contenthash : changes.contenthash
  if (Math.max(texts.length, addresses.length) > limits.perKind)
    throw new AppError('InvalidRecordException', `A name has at most ${limits.perKind} records of a kind.`)
  const merged = { texts, addresses, contenthash }
  assertTotalBytes(recordsByteLength(merged), recordsByteLength(records), limits.total)
  return merged
}

/** Records that were stored before there was this limit stay, and may become fewer bit by bit. */
function assertTotalBytes(bytes: number, previousBytes: number, limit: number): void {
  if (bytes <= limit || bytes <= previousBytes) return
  throw new AppError(
    'InvalidRecordException',
    `All records of a name have at most ${limit} bytes together; with this change they would have ${bytes}. ` +
      'Remove or shorten some of them.',
  )
}
