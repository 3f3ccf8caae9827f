import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * A text once, with a row for each name and the holder that it had. Triggers delete the rows of a deleted name, so that versions that
 * do not know of them do too, and a text with its last row.
 */
export async function up(
  tx: PlainTransaction,
  { name, createTable, key, text, integer, bytes }: SqlDialect,
): Promise<void> {
  await createTable(tx, 'holder_messages')
    .addColumn('key', key, (column) => (name === 'postgres' ? column.primaryKey() : column))
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
  await createTable(tx, 'message_recipients')
    .addColumn('message_key', sql`integer`, (column) =>
      column.notNull().references('holder_messages.key').onDelete('cascade'),
    )
    .addColumn('subname_key', sql`integer`, (column) => column.notNull())
    .addColumn('holder', bytes, (column) => column.notNull())
    .addColumn('dismissed_at', integer)
    .addPrimaryKeyConstraint('message_recipients_by_message', ['message_key', 'subname_key'])
    .execute()
  for (const statement of [...indexes, ...(name === 'sqlite' ? sqliteTriggers : postgresTriggers)])
    await sql.raw(statement).execute(tx)
}

const indexes = [
  'create index holder_messages_of_domain on holder_messages (domain_key)',
  'create index holder_messages_by_end on holder_messages (expires_at)',
  'create index message_recipients_of_name on message_recipients (subname_key)',
  'create index message_recipients_unread on message_recipients (holder, message_key) where dismissed_at is null',
]

const sqliteTriggers = [
  `create trigger subnames_delete_messages after delete on subnames begin
    delete from message_recipients where subname_key = old.key;
  end`,
  `create trigger message_recipients_delete_text after delete on message_recipients begin
    delete from holder_messages where key = old.message_key
      and not exists (select 1 from message_recipients where message_key = old.message_key);
  end`,
]

const postgresTriggers = [
  `create function delete_messages() returns trigger language plpgsql as $$ begin
    delete from message_recipients where subname_key in (select key from gone);
    return null;
  end $$`,
  `create trigger subnames_delete_messages after delete on subnames
    referencing old table as gone for each statement execute function delete_messages()`,
  `create function delete_message_texts() returns trigger language plpgsql as $$ begin
    delete from holder_messages where key in (select message_key from gone)
      and not exists (select 1 from message_recipients where message_key = holder_messages.key);
    return null;
  end $$`,
  `create trigger message_recipients_delete_text after delete on message_recipients
    referencing old table as gone for each statement execute function delete_message_texts()`,
]
