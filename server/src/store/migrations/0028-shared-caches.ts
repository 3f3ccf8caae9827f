import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** On SQLite, the setting counts as data that lookups read; on PostgreSQL, every transaction counts. */
export async function up(tx: PlainTransaction, { name, integer }: SqlDialect): Promise<void> {
  await tx.schema.alterTable('domains').addColumn('shared_max_age', integer).execute()
  if (name !== 'sqlite') return
  await sql.raw('drop trigger domains_lookup_version_1').execute(tx)
  await sql
    .raw(
      `create trigger domains_lookup_version_1
      after update of chain_id, name, node, resolver_id, is_blocked, deleted_at, records, large_texts, version, former_gateway,
        shared_max_age
      on domains begin
        update lookup_version set version = version + 1;
      end`,
    )
    .execute(tx)
}
