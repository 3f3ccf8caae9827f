import { AppError } from '../../errors.ts'
import type { RecordLimits } from '../record-limits.ts'

/** A kind of records: how it is checked, merged, bounded and printed. */
export interface RecordKind<Stored, Input, Change> {
  /** Of a name without any. */
  readonly empty: Stored
  /**
   * Validates input and converts it to its stored form.
   *
   * @throws AppError `InvalidRecordException`
   */
  readonly parse: (input: Input, limits: RecordLimits) => Change
  readonly merge: (stored: Stored, change: Change) => Stored
  readonly count: (stored: Stored) => number
  /** Bytes of texts in UTF-8, of everything else in binary form. */
  readonly byteLength: (stored: Stored) => number
  /** Each record as printed for an operator. */
  readonly print: (stored: Stored) => readonly PrintedRecord[]
}

export type PrintedRecord = readonly [record: string, value: string]

/** Collects entries by key. An entry may be repeated, but not with two values. */
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

/** Merges changes into entries: a replaced entry keeps its position, a new one goes last, null deletes one. */
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
