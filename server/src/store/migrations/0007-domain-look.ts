import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** JSON; null: none set. */
export async function up(tx: PlainTransaction, { text }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('domains').addColumn('look', text).execute()
}
