import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** A row while deliveries and payments are held. */
export async function up(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  await dialect
    .createTable(tx, 'holds')
    .addColumn('kind', dialect.text, (column) => column.primaryKey())
    .addColumn('since', dialect.integer, (column) => column.notNull())
    .execute()
}
