import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** The operator's words to the owner of a blocked domain; null: none. */
export async function up(tx: PlainTransaction, { text }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('domains').addColumn('block_reason', text).execute()
}
