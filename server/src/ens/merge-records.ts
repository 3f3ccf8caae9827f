import { AppError } from '../errors.ts'
import { defaultRecordLimits, type RecordLimits } from './record-limits.ts'
import { countOfKind, recordsByteLength } from './record-sizes.ts'
import { mapRecordKinds, type RecordChanges, type Records, recordKindNames } from './records.ts'

/** With `replace`, a supplied kind starts empty instead of from the stored records. */
export interface MergeOptions {
  readonly replace?: boolean
}

/**
 * Computes the records of a name after an update. Unlisted records stay.
 *
 * @throws InvalidRecordException when a kind, or all records together, would exceed their limit.
 */
export function mergeRecords(
  records: Records,
  changes: RecordChanges,
  limits: RecordLimits = defaultRecordLimits,
  { replace = false }: MergeOptions = {},
): Records {
  const merged = mapRecordKinds<Records>((name, kind) => {
    const change = changes[name]
    return change === undefined ? records[name] : kind.merge(replace ? kind.empty : records[name], change)
  })
  assertCounts(merged, limits.perKind)
  assertTotalBytes(recordsByteLength(merged), recordsByteLength(records), limits.total)
  return merged
}

function assertCounts(records: Records, limit: number): void {
  if (recordKindNames.some((name) => countOfKind(name, records) > limit))
    throw new AppError('InvalidRecordException', `A name has at most ${limit} records of a kind.`)
}

/** Records that were stored before this limit existed stay, and may shrink step by step. */
function assertTotalBytes(bytes: number, previousBytes: number, limit: number): void {
  if (bytes <= limit || bytes <= previousBytes) return
  throw new AppError(
    'InvalidRecordException',
    `All records of a name have at most ${limit} bytes together; with this change they would have ${bytes}. ` +
      'Remove or shorten some of them.',
  )
}
