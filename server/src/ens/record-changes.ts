import { defaultRecordLimits, type RecordLimits } from './record-limits.ts'
import { mapRecordKinds, type RecordChanges, type RecordInput } from './records.ts'

/**
 * Validates records in a request, each by its own standard, and converts them to their stored form.
 *
 * @throws InvalidRecordException, also when one key or coin type has two values.
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
