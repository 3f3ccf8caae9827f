import { defaultRecordLimits, type RecordLimits } from './record-limits.ts'
import { mapRecordKinds, type RecordChanges, type RecordInput } from './records.ts'

/**
 * Checks the records a caller wrote, each against its own standard, and brings them into stored form.
 *
 * @throws InvalidRecordException, also when one key or coin type is given two values.
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
