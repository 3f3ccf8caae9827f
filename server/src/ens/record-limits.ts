/**
 * Bounds of a name's records: the bytes of a text key and of a text value in UTF-8, the number of records of a kind
 * (`perKind`), and the bytes of all together (`total`).
 */
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
