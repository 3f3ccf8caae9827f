import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/**
 * Tells a domain that the operator blocked from one that is blocked because a domain above it is, and remembers signed
 * messages that are good for one use and are not stored when they are composed. The default stays: the version before
 * inserts domains without this column.
 */
export async function up(tx: StoreTransaction, { createTable, text, integer }: SqlDialect): Promise<void> {
  await tx.schema
    .alterTable('domains')
    .addColumn('is_blocked_itself', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx
    .updateTable('domains')
    .set(({ ref }) => ({ is_blocked_itself: ref('is_blocked') }))
    .execute()
  await sql`
    update domains set is_blocked = 1 where exists (
      select 1 from domains as above
      where above.is_blocked_itself = 1 and above.chain_id = domains.chain_id
        and substr(domains.name, length(domains.name) - length(above.name)) = '.' || above.name
    )`.execute(tx)
  await createTable(tx, 'spent_messages')
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('nonce', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('spent_messages_key', ['address', 'nonce'])
    .execute()
  await tx.schema
    .createIndex('spent_messages_by_expiry')
    .on('spent_messages')
    .columns(['expires_at'])
    .execute()
}
