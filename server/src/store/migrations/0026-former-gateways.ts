import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * What was removed here must not come back from there. On SQLite, the setting counts as data that lookups read; on PostgreSQL,
 * every transaction counts.
 */
export async function up(tx: PlainTransaction, { name, ...types }: SqlDialect): Promise<void> {
  const { createTable, text, integer } = types
  await tx.schema.alterTable('domains').addColumn('former_gateway', text).execute()
  if (name === 'sqlite') await replaceTrigger(tx)
  await createTable(tx, 'former_names')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('first_at', integer, (column) => column.notNull())
    .addColumn('last_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_names_key', ['domain_key', 'label'])
    .execute()
  await tx.schema
    .createIndex('former_names_by_time')
    .on('former_names')
    .columns(['domain_key', 'last_at'])
    .execute()
  await createTable(tx, 'former_removals')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('label', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_removals_key', ['domain_key', 'label'])
    .execute()
}

async function replaceTrigger(tx: PlainTransaction): Promise<void> {
  await sql.raw('drop trigger domains_lookup_version_1').execute(tx)
  await sql
    .raw(
      `create trigger domains_lookup_version_1
      after update of chain_id, name, node, resolver_id, is_blocked, deleted_at, records, large_texts, version, former_gateway
      on domains begin
        update lookup_version set version = version + 1;
      end`,
    )
    .execute(tx)
}
