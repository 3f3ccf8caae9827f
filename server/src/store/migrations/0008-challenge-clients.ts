import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** Who requested a challenge, so that those of one client make room for each other first; null: before this migration. */
export async function up(tx: StoreTransaction, { text }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('challenges').addColumn('client', text).execute()
  await tx.schema
    .createIndex('challenges_by_subname')
    .on('challenges')
    .columns(['chain_id', 'subname', 'created_at'])
    .execute()
  await tx.schema.createIndex('challenges_by_age').on('challenges').columns(['created_at', 'nonce']).execute()
}
