import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Domains that workspaces have begun to add. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'begun_domains')
    .addColumn('workspace_id', text, (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('domain_name', text, (column) => column.notNull())
    .addColumn('chain_id', sql`integer`, (column) => column.notNull())
    .addColumn('begun_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('begun_domains_of_workspace', ['workspace_id', 'domain_name', 'chain_id'])
    .execute()
}
