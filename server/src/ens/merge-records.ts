import { AppError } from '../errors.ts'
import { defaultRecordLimits, type RecordLimits } from './record-limits.ts'
import { countOfKind, recordsByteLength } from './record-sizes.ts'
import { mapRecordKinds, type RecordChanges, type Records, recordKindNames } from './records.ts'

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

/** Larger records, stored before this limit existed, may stay or shrink. */
function assertTotalBytes(bytes: number, previousBytes: number, limit: number): void {
  if (bytes <= limit || bytes <= previousBytes) return
  throw new AppError(
    'InvalidRecordException',
    `All records of a name have at most ${limit} bytes together; with this change they would have ${bytes}. ` +
      'Remove or shorten some of them.',
  )
}
