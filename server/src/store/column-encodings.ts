import type { Selectable } from 'kysely'
import type { ColumnEncoding } from './driver/columns.ts'
import type { Tables } from './tables.ts'

/** Columns other than text, integers and bytes. */
export const columnEncodings = {
  isBlocked: 'boolean',
  isBlockedItself: 'boolean',
  isClaimed: 'boolean',
  isEnabled: 'boolean',
  isIndexed: 'boolean',
  hasSeals: 'boolean',
  amount: 'bigint',
  validAfter: 'bigint',
  validBefore: 'bigint',
  setSequence: 'bigint',
  sealSequence: 'bigint',
  scopes: 'json',
  domainIds: 'nullable-json',
  eventTypes: 'nullable-json',
  origins: 'nullable-json',
  allowedOrigins: 'nullable-json',
  branding: 'nullable-json',
  formerGateway: 'nullable-json',
  detail: 'json',
  settings: 'json',
  subjects: 'json',
  reported: 'json',
  pendingMessage: 'nullable-json',
} as const satisfies Readonly<Record<EncodedColumn, ColumnEncoding>>

/** A missing or extra entry above does not compile. */
type EncodedColumn = { [Table in keyof Tables]: EncodedColumnOf<Selectable<Tables[Table]>> }[keyof Tables]

type EncodedColumnOf<Row> = {
  [Column in keyof Row]-?: Row[Column] extends string | number | Uint8Array | null ? never : Column
}[keyof Row]
