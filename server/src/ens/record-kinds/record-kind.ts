import { AppError } from '../../errors.ts'
import type { RecordLimits } from '../record-limits.ts'

export interface RecordKind<Stored, Input, Change> {
  readonly empty: Stored
  /** @throws AppError `InvalidRecordException` */
  readonly parse: (input: Input, limits: RecordLimits) => Change
  readonly merge: (stored: Stored, change: Change) => Stored
  readonly count: (stored: Stored) => number
  /** By unique key, in stored order. */
  readonly entries: (stored: Stored) => readonly RecordEntry[]
  /** UTF-8 for texts, else binary. */
  readonly byteLength: (stored: Stored) => number
  readonly print: (stored: Stored) => readonly PrintedRecord[]
}

/** The key is null where a kind has one record; the value is as stored. */
export type RecordEntry = readonly [key: string | number | null, value: string]

export type PrintedRecord = readonly [record: string, value: string]

/** Rejects a key with two values. */
export function collectUnique<Key, Value>(
  entries: Iterable<readonly [Key, Value]>,
  what: string,
): ReadonlyMap<Key, Value> {
  const collected = new Map<Key, Value>()
  for (const [key, value] of entries) {
    if (collected.has(key) && collected.get(key) !== value)
      throw new AppError('InvalidRecordException', `${what} ${key} is given twice, with different values.`)
    collected.set(key, value)
  }
  return collected
}

/** Replaced entries keep their position, new ones go last, null deletes. */
export function mergeEntries<Key, Value>(
  stored: Iterable<readonly [Key, Value]>,
  changes: ReadonlyMap<Key, Value | null>,
): readonly (readonly [Key, Value])[] {
  const merged = new Map(stored)
  for (const [key, value] of changes) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return [...merged]
}

export function sumOf<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + measure(item), 0)
}
