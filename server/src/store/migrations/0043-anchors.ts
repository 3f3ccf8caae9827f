import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Domains whose names are published as files that outlive the service, with the last beat of their contracts. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'anchors')
    .addColumn('domain_key', integer, (column) =>
      column.primaryKey().references('domains.key').onDelete('cascade'),
    )
    .addColumn('root', text)
    .addColumn('depth', integer)
    .addColumn('names', integer)
    .addColumn('records', integer)
    .addColumn('beat_at', integer)
    .addColumn('transaction_hash', text)
    .addColumn('grace_seconds', integer)
    .addColumn('event_sequence', integer, (column) => column.notNull())
    .addColumn('place_problems', text, (column) => column.notNull())
    .addColumn('recipient', text)
    .addColumn('escrowed_at', integer)
    .addColumn('failures', integer, (column) => column.notNull())
    .addColumn('failed_at', integer)
    .addColumn('problem', text)
    .addColumn('due_at', integer, (column) => column.notNull())
    .addColumn('lease_holder', text)
    .addColumn('lease_until', integer, (column) => column.notNull())
    .execute()
}
