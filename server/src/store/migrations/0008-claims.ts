import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

export async function up(
  tx: PlainTransaction,
  { name, createTable, key, text, integer }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'claims')
    .addColumn('key', key, (column) => (name === 'postgres' ? column.primaryKey() : column))
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('skeleton', integer, (column) => column.notNull())
    .addColumn('claimant', text, (column) => column.notNull())
    .addColumn('records', text, (column) => column.notNull())
    .addColumn('large_texts', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('decided_at', integer)
    .execute()
  for (const statement of indexes) await sql.raw(statement).execute(tx)
}

const indexes = [
  "create unique index claims_pending on claims (domain_key, label) where state = 'pending'",
  "create index claims_by_skeleton on claims (domain_key, skeleton) where state = 'pending'",
  "create index claims_by_claimant on claims (domain_key, claimant) where state = 'pending'",
  'create index claims_by_state on claims (domain_key, state, key)',
  "create index claims_by_expiry on claims (expires_at) where state = 'pending'",
  'create index claims_by_decision on claims (decided_at) where decided_at is not null',
]
