import { type RecordKindName, type Records, recordKindNames, recordKinds } from './records.ts'

export function countOfKind<Name extends RecordKindName>(name: Name, records: Records): number {
  return recordKinds[name].count(records[name])
}

export function countRecords(records: Records): number {
  let count = 0
  for (const name of recordKindNames) count += countOfKind(name, records)
  return count
}

/** Texts in UTF-8, all else in binary. */
export function recordsByteLength(records: Records): number {
  let bytes = 0
  for (const name of recordKindNames) bytes += byteLengthOfKind(name, records)
  return bytes
}

function byteLengthOfKind<Name extends RecordKindName>(name: Name, records: Records): number {
  return recordKinds[name].byteLength(records[name])
}
