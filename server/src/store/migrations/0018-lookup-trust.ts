import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** On SQLite, what a contract trusts counts as data that lookups read; on PostgreSQL, every transaction counts. */
export async function up(tx: PlainTransaction, { name }: SqlDialect): Promise<void> {
  if (name !== 'sqlite') return
  await sql.raw('drop trigger resolvers_lookup_version_1').execute(tx)
  await sql
    .raw(
      `create trigger resolvers_lookup_version_1
      after update of id, chain_id, address, signing_scheme, trusted_signers on resolvers begin
        update lookup_version set version = version + 1;
      end`,
    )
    .execute(tx)
}
