import type { Hex } from 'viem'
import { AppError } from '../errors.ts'
import { type RecordChanges, type RecordLimits, recordLimits } from './record-changes.ts'
import { type AddressRecord, emptyRecords, type Records, type TextRecord } from './records.ts'

/** With `replace`, a kind that the changes hold starts empty instead of from what is stored. */
export interface ApplyOptions {
  readonly replace?: boolean
}

/** Merges changes into entries: a replaced entry keeps its place, a new one goes last. */
const merge = <Key, Value>(
  stored: readonly (readonly [Key, Value])[],
  changes: ReadonlyMap<Key, Value | null>,
): [Key, Value][] => {
  const merged = new Map(stored)
  for (const [key, value] of changes) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return [...merged]
}

const mergeTexts = (
  stored: readonly TextRecord[],
  changes: ReadonlyMap<string, string | null>,
): TextRecord[] =>
  merge(
    stored.map(({ key, value }) => [key, value]),
    changes,
  ).map(([key, value]) => ({ key, value }))

const mergeAddresses = (
  stored: readonly AddressRecord[],
  changes: ReadonlyMap<number, Hex | null>,
): AddressRecord[] =>
  merge(
    stored.map(({ coinType, address }) => [coinType, address]),
    changes,
  ).map(([coinType, address]) => ({ coinType, address }))

/**
 * Computes the records of a name after an update. What the changes do not mention stays.
 *
 * @throws InvalidRecordException when a kind would exceed its limit.
 */
export const applyChanges = (
  records: Records,
  changes: RecordChanges,
  limits: RecordLimits = recordLimits,
  { replace = false }: ApplyOptions = {},
): Records => {
  const base = replace ? emptyRecords : records
  const texts = changes.texts ? mergeTexts(base.texts, changes.texts) : records.texts
  const addresses = changes.addresses ? mergeAddresses(base.addresses, changes.addresses) : records.addresses
  const contenthash = changes.contenthash === undefined ? records.contenthash : changes.contenthash
  if (Math.max(texts.length, addresses.length) > limits.perKind)
    throw new AppError('InvalidRecordException', `A name has at most ${limits.perKind} records of a kind.`)
  return { texts, addresses, contenthash }
}
