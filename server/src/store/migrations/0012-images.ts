import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Uploads from now on. Earlier ones are unknown, and stay. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'images')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('owner', text, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .addColumn('deleting_at', integer)
    .execute()
  await tx.schema.createIndex('images_of_owner').on('images').columns(['owner', 'chain_id']).execute()
  await tx.schema.createIndex('images_by_use').on('images').columns(['used_at']).execute()
}
