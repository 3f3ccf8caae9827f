import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'idempotent_requests')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('fingerprint', text, (column) => column.notNull())
    .addColumn('lease_owner', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('response', text)
    .execute()
  await tx.schema
    .createIndex('idempotent_requests_by_expiry')
    .on('idempotent_requests')
    .columns(['expires_at'])
    .execute()
}
