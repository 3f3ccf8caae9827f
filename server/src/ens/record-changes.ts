import { defaultRecordLimits, type RecordLimits } from './record-limits.ts'
import { mapRecordKinds, type RecordChanges, type RecordInput } from './records.ts'

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
