import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** What was removed here must not come back from there. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('domains').addColumn('former_gateway', text).execute()
  await createTable(tx, 'former_names')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('first_at', integer, (column) => column.notNull())
    .addColumn('last_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_names_key', ['domain_key', 'label'])
    .execute()
  await tx.schema
    .createIndex('former_names_by_time')
    .on('former_names')
    .columns(['domain_key', 'last_at'])
    .execute()
  await createTable(tx, 'former_removals')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('label', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_removals_key', ['domain_key', 'label'])
    .execute()
}
