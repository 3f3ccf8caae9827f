import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

export async function up(
  tx: PlainTransaction,
  { name, createTable, key, text, integer }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'record_templates')
    .addColumn('key', key, (column) => (name === 'postgres' ? column.primaryKey() : column))
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('records', text, (column) => column.notNull())
    .addColumn('large_texts', text)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .addUniqueConstraint('record_templates_by_name', ['domain_key', 'name'])
    .execute()
}
