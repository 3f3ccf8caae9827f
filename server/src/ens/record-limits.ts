/** UTF-8 bytes; `perKind` is a count. */
export interface RecordLimits {
  readonly textKey: number
  readonly textValue: number
  readonly perKind: number
  readonly total: number
}

export const defaultRecordLimits: RecordLimits = {
  textKey: 256,
  textValue: 16_384,
  perKind: 256,
  total: 65_536,
}

/** Entries of a list of records in one request, also of those that are removed. */
export const maxRecordsInRequest = 1024
