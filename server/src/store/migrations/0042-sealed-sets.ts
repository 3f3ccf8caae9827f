import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * What holders have signed, and what resolver contracts say about holders. A trigger deletes the set of a deleted name, so that
 * versions that do not know of it do too. On SQLite, the trees of a contract count as data that lookups read.
 */
export async function up(
  tx: PlainTransaction,
  { name, createTable, text, integer, bytes }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'sealed_sets')
    .addColumn('subname_key', sql`integer`, (column) => column.primaryKey())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('set_sequence', text, (column) => column.notNull())
    .addColumn('valid_until', integer, (column) => column.notNull())
    .addColumn('response', text, (column) => column.notNull())
    .addColumn('stored_at', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'seals')
    .addColumn('resolver_id', text, (column) =>
      column.notNull().references('resolvers.id').onDelete('cascade'),
    )
    .addColumn('node', text, (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('seal_sequence', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('seals_of_resolver', ['resolver_id', 'node'])
    .execute()
  await createTable(tx, 'seal_scans')
    .addColumn('resolver_id', text, (column) =>
      column.primaryKey().references('resolvers.id').onDelete('cascade'),
    )
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('block', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'seal_trees')
    .addColumn('root', text, (column) => column.primaryKey())
    .addColumn('depth', sql`integer`, (column) => column.notNull())
    .addColumn('names', integer, (column) => column.notNull())
    .addColumn('stored_at', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'seal_proofs')
    .addColumn('root', text, (column) => column.notNull().references('seal_trees.root').onDelete('cascade'))
    .addColumn('bucket', sql`integer`, (column) => column.notNull())
    .addColumn('proof', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('seal_proofs_of_tree', ['root', 'bucket'])
    .execute()
  await tx.schema
    .alterTable('resolvers')
    .addColumn('seal_trees', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await tx.schema
    .alterTable('resolvers')
    .addColumn('has_seals', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  for (const statement of name === 'sqlite' ? sqliteTriggers : postgresTriggers)
    await sql.raw(statement).execute(tx)
}

const sqliteTriggers = [
  `create trigger subnames_delete_sealed_set after delete on subnames begin
    delete from sealed_sets where subname_key = old.key;
  end`,
  'drop trigger resolvers_lookup_version_1',
  `create trigger resolvers_lookup_version_1
    after update of id, chain_id, address, signing_scheme, trusted_signers, seal_trees on resolvers begin
      update lookup_version set version = version + 1;
    end`,
]

const postgresTriggers = [
  `create function delete_sealed_sets() returns trigger language plpgsql as $$ begin
    delete from sealed_sets where subname_key in (select key from gone);
    return null;
  end $$`,
  `create trigger subnames_delete_sealed_set after delete on subnames
    referencing old table as gone for each statement execute function delete_sealed_sets()`,
]
