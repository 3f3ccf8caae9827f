import type { PrintedRecord } from './record-kinds/record-kind.ts'
import { type RecordKindName, type Records, recordKindNames, recordKinds } from './records.ts'

export function printRecords(records: Records): readonly PrintedRecord[] {
  return recordKindNames.flatMap((name) => printKind(name, records))
}

function printKind<Name extends RecordKindName>(name: Name, records: Records): readonly PrintedRecord[] {
  return recordKinds[name].print(records[name])
}
