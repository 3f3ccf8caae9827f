import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** A host shows one domain. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'domain_hosts')
    .addColumn('host', text, (column) => column.primaryKey())
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('proven_at', integer, (column) => column.notNull())
    .addColumn('checked_at', integer, (column) => column.notNull())
    .addColumn('missing_since', integer)
    .execute()
  await tx.schema.createIndex('domain_hosts_of_domain').on('domain_hosts').columns(['domain_key']).execute()
  await tx.schema.createIndex('domain_hosts_by_check').on('domain_hosts').columns(['checked_at']).execute()
}
