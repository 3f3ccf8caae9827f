import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

export async function up(tx: PlainTransaction, dialect: SqlDialect): Promise<void> {
  const { createTable, text, integer, bytes } = dialect
  await tx.schema
    .alterTable('domains')
    .addColumn('policy_version', sql`integer`, (column) => column.notNull().defaultTo(0))
    .execute()
  await createTable(tx, 'policies')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.primaryKey().references('domains.key').onDelete('cascade'),
    )
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('claims', text, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    .addColumn('is_indexed', integer, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'policy_labels')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('list', text, (column) => column.notNull())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('skeleton', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('policy_labels_key', ['domain_key', 'list', 'label'])
    .execute()
  await createTable(tx, 'allowed_addresses')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('address', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('allowed_addresses_key', ['domain_key', 'address'])
    .execute()
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

/** Names of a domain with a policy have a skeleton. Others take no room in these indexes. */
const statements = [
  'alter table subnames add column skeleton integer',
  'create index subnames_by_skeleton on subnames (domain_key, skeleton) where skeleton is not null',
  'create index subnames_by_holder on subnames (domain_key, substr(holder, 1, 6)) where skeleton is not null',
  'create index policy_labels_by_skeleton on policy_labels (domain_key, skeleton)',
  "create index policies_open on policies (domain_key) where claims = 'open'",
  'create index policies_not_indexed on policies (domain_key) where is_indexed = 0',
]
