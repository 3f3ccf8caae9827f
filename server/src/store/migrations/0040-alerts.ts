import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Alerts to the operator: reasons as the processes find them, and what was reported to each target. */
export async function up(tx: PlainTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await createTable(tx, 'alert_reasons')
    .addColumn('code', text, (column) => column.primaryKey())
    .addColumn('effect', text, (column) => column.notNull())
    .addColumn('total', integer, (column) => column.notNull())
    .addColumn('subjects', text, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .addColumn('changed_at', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'alert_targets')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('reported', text, (column) => column.notNull())
    .addColumn('pending_message', text)
    .addColumn('due_at', integer, (column) => column.notNull())
    .addColumn('failures', integer, (column) => column.notNull())
    .addColumn('delivered_at', integer)
    .addColumn('failed_at', integer)
    .addColumn('problem', text)
    .addColumn('hour_starts_at', integer, (column) => column.notNull())
    .addColumn('hour_messages', integer, (column) => column.notNull())
    .execute()
}
