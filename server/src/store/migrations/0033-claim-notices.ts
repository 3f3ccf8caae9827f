import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * What claimants leave to learn how their claims end. A trigger makes a notice due with the decision, or deletes it with the
 * withdrawal, so that versions that do not know of it do too.
 */
export async function up(
  tx: PlainTransaction,
  { name, createTable, text, integer }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'claim_notices')
    .addColumn('claim_key', sql`integer`, (column) =>
      column.notNull().references('claims.key').onDelete('cascade'),
    )
    .addColumn('channel', text, (column) => column.notNull())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('recipient_hash', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('due_at', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('claim_notices_by_claim', ['claim_key', 'channel'])
    .execute()
  await createTable(tx, 'stopped_recipients')
    .addColumn('recipient_hash', text, (column) => column.primaryKey())
    .addColumn('stopped_at', integer, (column) => column.notNull())
    .execute()
  const statements = [...indexes, ...(name === 'sqlite' ? sqliteTrigger : postgresTrigger)]
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const indexes = [
  'create index claim_notices_by_recipient on claim_notices (recipient_hash)',
  'create index claim_notices_due on claim_notices (due_at) where due_at is not null',
]

const sqliteTrigger = [
  `create trigger claims_end_notices after update of state on claims
    when old.state = 'pending' and new.state <> 'pending' begin
    delete from claim_notices where claim_key = new.key and new.state = 'withdrawn';
    update claim_notices set due_at = new.decided_at where claim_key = new.key;
  end`,
]

const postgresTrigger = [
  `create function end_notices() returns trigger language plpgsql as $$ begin
    delete from claim_notices where claim_key = new.key and new.state = 'withdrawn';
    update claim_notices set due_at = new.decided_at where claim_key = new.key;
    return null;
  end $$`,
  `create trigger claims_end_notices after update of state on claims for each row
    when (old.state = 'pending' and new.state <> 'pending') execute function end_notices()`,
]
