import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** When an authority is asked for the time of a renewal. Versions before do not ask, and leave it as it is. */
export async function up(tx: PlainTransaction, { integer }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('certificates').addColumn('advice_due_at', integer).execute()
}
