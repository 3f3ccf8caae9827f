import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** The last delivery that the last replay of a webhook since a time has queued; null: none. */
export async function up(tx: PlainTransaction, { integer }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('webhooks').addColumn('replay_key', integer).execute()
}
