import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * Rows only for names that have a tag or a note. A trigger deletes those of a deleted name, so that versions that do not know of them
 * do too; of each statement, because a reference would cost a search for each name.
 */
export async function up(
  tx: PlainTransaction,
  { name, createTable, key, text, integer }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'domain_tags')
    .addColumn('key', key, (column) => (name === 'postgres' ? column.primaryKey() : column))
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('folded', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addUniqueConstraint('domain_tags_by_text', ['domain_key', 'folded'])
    .execute()
  await createTable(tx, 'subname_tags')
    .addColumn('tag_key', sql`integer`, (column) =>
      column.notNull().references('domain_tags.key').onDelete('cascade'),
    )
    .addColumn('subname_key', sql`integer`, (column) => column.notNull())
    .addPrimaryKeyConstraint('subname_tags_by_tag', ['tag_key', 'subname_key'])
    .execute()
  await tx.schema
    .createIndex('subname_tags_of_name')
    .on('subname_tags')
    .columns(['subname_key', 'tag_key'])
    .execute()
  await createTable(tx, 'subname_notes')
    .addColumn('subname_key', sql`integer`, (column) => column.primaryKey())
    .addColumn('note', text, (column) => column.notNull())
    .addColumn('updated_at', integer, (column) => column.notNull())
    .execute()
  for (const statement of name === 'sqlite' ? sqliteTrigger : postgresTrigger)
    await sql.raw(statement).execute(tx)
}

const sqliteTrigger = [
  `create trigger subnames_delete_notes after delete on subnames begin
    delete from subname_tags where subname_key = old.key;
    delete from subname_notes where subname_key = old.key;
  end`,
]

const postgresTrigger = [
  `create function delete_notes() returns trigger language plpgsql as $$ begin
    delete from subname_tags where subname_key in (select key from gone);
    delete from subname_notes where subname_key in (select key from gone);
    return null;
  end $$`,
  `create trigger subnames_delete_notes after delete on subnames
    referencing old table as gone for each statement execute function delete_notes()`,
]
