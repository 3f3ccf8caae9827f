import type { RecordEntry } from './record-kinds/record-kind.ts'
import { type RecordKindName, type Records, recordKindNames, recordKinds } from './records.ts'

export interface RecordDifference {
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
