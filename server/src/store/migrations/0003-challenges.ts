import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** Challenges of mApp operations, each to be used once. */
export async function up(tx: StoreTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'challenges')
    .addColumn('nonce', text, (column) => column.primaryKey())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('subname', text, (column) => column.notNull())
    .addColumn('mapp', text, (column) => column.notNull())
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('used_at', integer)
    .execute()
  await tx.schema.createIndex('challenges_by_expiry').on('challenges').columns(['expires_at']).execute()
}
