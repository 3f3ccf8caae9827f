import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** Which name an address goes by, one a chain. */
export async function up(tx: StoreTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'primary_names')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('node', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('primary_names_by_address', ['chain_id', 'address'])
    .execute()
  await tx.schema
    .createIndex('primary_names_by_node')
    .on('primary_names')
    .columns(['chain_id', 'node', 'updated_at'])
    .execute()
}
