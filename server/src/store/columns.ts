import type { RawBuilder } from 'kysely'
import type { Column } from './bulk.ts'
import { columnList } from './driver/columns.ts'
import type { Tables } from './tables.ts'

/** Of text columns `integer` too: integers beyond 2^53 are decimals. */
type TypeOf<Value> = [Value] extends [string | null]
  ? 'text' | 'integer'
  : [Value] extends [Uint8Array | null]
    ? 'bytes'
    : 'integer'

/** A missing or extra column does not compile. */
type ColumnsOf<Row> = { readonly [Name in keyof Row]-?: TypeOf<Row[Name]> & Column['type'] }

/** Of a new event; `sequence` and the key of a pending one are generated. */
const events = {
  createdAt: 'integer',
  chainId: 'integer',
  type: 'text',
  name: 'text',
  domainId: 'bytes',
  workspaceId: 'bytes',
  actor: 'text',
  requestId: 'text',
  changes: 'text',
} as const satisfies ColumnsOf<Omit<Tables['eventLog'], 'sequence'>>

/** The columns of new rows, by table: one statement writes any number of rows. The database generates the others. */
export const bulkColumns = {
  eventLog: events,
  pendingEvents: events,
  subnames: {
    domainKey: 'integer',
    id: 'bytes',
    label: 'text',
    holder: 'bytes',
    isClaimed: 'integer',
    claimedAt: 'integer',
    records: 'text',
    largeTexts: 'text',
    version: 'integer',
    createdAt: 'integer',
    updatedAt: 'integer',
    skeleton: 'integer',
  } satisfies ColumnsOf<Omit<Tables['subnames'], 'key' | 'firstHolder'>>,
  subnameAddresses: {
    addressHash: 'integer',
    subnameKey: 'integer',
    domainKey: 'integer',
    coinType: 'integer',
    isClaimed: 'integer',
  } satisfies ColumnsOf<Tables['subnameAddresses']>,
  subnameTags: { tagKey: 'integer', subnameKey: 'integer' } satisfies ColumnsOf<Tables['subnameTags']>,
  messageRecipients: {
    messageKey: 'integer',
    subnameKey: 'integer',
    holder: 'bytes',
    dismissedAt: 'integer',
  } satisfies ColumnsOf<Tables['messageRecipients']>,
  policyLabels: {
    domainKey: 'integer',
    list: 'text',
    label: 'text',
    skeleton: 'integer',
  } satisfies ColumnsOf<Tables['policyLabels']>,
  allowedAddresses: {
    domainKey: 'integer',
    address: 'bytes',
  } satisfies ColumnsOf<Tables['allowedAddresses']>,
  invitationLinks: {
    id: 'text',
    domainKey: 'integer',
    workspaceId: 'text',
    hash: 'text',
    label: 'text',
    skeleton: 'integer',
    maxUses: 'integer',
    uses: 'integer',
    note: 'text',
    createdAt: 'integer',
    expiresAt: 'integer',
    revokedAt: 'integer',
    endsAt: 'integer',
  } satisfies ColumnsOf<Omit<Tables['invitationLinks'], 'key'>>,
  apiRequests: {
    workspaceId: 'text',
    keyId: 'text',
    answeredAt: 'integer',
    method: 'text',
    path: 'text',
    status: 'integer',
    errorName: 'text',
    durationMs: 'integer',
    requestId: 'text',
  } satisfies ColumnsOf<Omit<Tables['apiRequests'], 'key'>>,
  webhookDeliveries: {
    webhookKey: 'integer',
    sequence: 'integer',
    subject: 'text',
    state: 'text',
    dueAt: 'integer',
    attempts: 'text',
    createdAt: 'integer',
    finishedAt: 'integer',
  } satisfies ColumnsOf<Omit<Tables['webhookDeliveries'], 'key'>>,
} as const

/** Safe for literals of this file, which have no other keys. */
export function columnNames<Columns extends object>(columns: Columns): readonly (keyof Columns & string)[] {
  return Object.keys(columns) as (keyof Columns & string)[]
}

/** The columns of new rows as the database names them, for raw SQL, whose names are not translated. */
export function storedColumns(table: keyof typeof bulkColumns): RawBuilder<unknown> {
  const stored = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return columnList(Object.keys(bulkColumns[table]).map(stored))
}
