import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Budgets are shared by all servers; not in backups. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'write_budgets')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('writes_until', integer, (column) => column.notNull())
    .addColumn('bytes_until', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .createIndex('write_budgets_by_end')
    .on('write_budgets')
    .columns(['writes_until', 'bytes_until'])
    .execute()
  await tx.schema.alterTable('sessions').addColumn('client', text).execute()
  await tx.schema.createIndex('sessions_of_client').on('sessions').columns(['client']).execute()
  await tx.schema
    .createIndex('challenges_of_client')
    .on('challenges')
    .columns(['client', 'created_at'])
    .execute()
}
