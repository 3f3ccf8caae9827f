import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** What callers have done of late, counted for all servers together. Nothing of it is worth a backup. */
export async function up(tx: StoreTransaction, dialect: SqlDialect): Promise<void> {
  await dialect
    .createTable(tx, 'rate_counts')
    .addColumn('id', dialect.text, (column) => column.primaryKey())
    .addColumn('count', dialect.integer, (column) => column.notNull())
    .addColumn('expires_at', dialect.integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('rate_counts_by_end').on('rate_counts').columns(['expires_at']).execute()
}
