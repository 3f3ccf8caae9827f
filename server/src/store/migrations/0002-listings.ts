import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** Counts of claimed subnames, the orders that listings need, and the index of the parts of names. */
export async function up(tx: StoreTransaction, dialect: SqlDialect): Promise<void> {
  await countClaimed(tx, dialect)
  await coverSubnames(tx)
  await orderByAddress(tx, dialect)
  await indexTrigrams[dialect.name](tx)
}

async function countClaimed(tx: StoreTransaction, { integer }: SqlDialect) {
  await tx.schema
    .alterTable('domains')
    .addColumn('claimed_count', integer, (column) =>
      column.notNull().defaultTo(0).check(sql`claimed_count between 0 and subname_count`),
    )
    .execute()
  await sql`
    update domains set claimed_count =
      (select count(*) from subnames where subnames.domain_id = domains.id and subnames.is_claimed = 1)
  `.execute(tx)
}

/** Going through many names asks for nothing but these columns; reading the rows takes ten times as long and more. */
async function coverSubnames(tx: StoreTransaction) {
  await tx.schema
    .createIndex('subnames_of_chain')
    .on('subnames')
    .columns(['chain_id', 'created_at', 'id', 'domain_id', 'is_claimed', 'name'])
    .execute()
  await tx.schema.dropIndex('subnames_of_domain_by_claim').execute()
  await tx.schema
    .createIndex('subnames_of_domain_by_claim')
    .on('subnames')
    .columns(['domain_id', 'is_claimed', 'created_at', 'id', 'name'])
    .execute()
}

/** Repeats in each address when its subname was created, so that the names of one address can be read in that order. */
async function orderByAddress(tx: StoreTransaction, { integer }: SqlDialect) {
  await tx.schema
    .alterTable('subname_addresses')
    .addColumn('created_at', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update subname_addresses set created_at =
      (select created_at from subnames where subnames.id = subname_addresses.subname_id)
  `.execute(tx)
  await tx.schema.dropIndex('subnames_of_address').execute()
  await tx.schema
    .createIndex('subnames_of_address')
    .on('subname_addresses')
    .columns(['chain_id', 'coin_type', 'address', 'created_at', 'subname_id'])
    .execute()
}

/**
 * Indexes every three characters in a row of every name. Names never change, so the index follows inserts and deletes
 * alone, and no writer has to know of it.
 */
const indexTrigrams: Record<SqlDialect['name'], (tx: StoreTransaction) => Promise<void>> = {
  /** The rows of an FTS5 table are numbers, and SQLite may renumber those of a table without a number as its key. */
  sqlite: async (tx) => {
    await sql`
      create table subname_numbers (number integer primary key, subname_id text not null unique) strict
    `.execute(tx)
    await sql`
      create virtual table subname_trigrams using fts5(
        name, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1, detail = none
      )
    `.execute(tx)
    await sql`insert into subname_numbers (subname_id) select id from subnames order by created_at, id`.execute(
      tx,
    )
    await sql`
      insert into subname_trigrams (rowid, name)
      select number, name from subname_numbers join subnames on subnames.id = subname_id
    `.execute(tx)
    await sql`
      create trigger subname_trigrams_insert after insert on subnames begin
        insert into subname_numbers (subname_id) values (new.id);
        insert into subname_trigrams (rowid, name)
          select number, new.name from subname_numbers where subname_id = new.id;
      end
    `.execute(tx)
    await sql`
      create trigger subname_trigrams_delete after delete on subnames begin
        delete from subname_trigrams
          where rowid = (select number from subname_numbers where subname_id = old.id);
        delete from subname_numbers where subname_id = old.id;
      end
    `.execute(tx)
  },
  /** An array of our own instead of pg_trgm: it needs no right to create extensions, and knows every script and emoji. */
  postgres: async (tx) => {
    await sql`
      create function subname_trigrams(name text) returns text[]
      language plpgsql immutable strict parallel safe as $$
      declare
        trigrams text[] := '{}';
      begin
        for i in 1 .. length(name) - 2 loop
          trigrams[i] := substr(name, i, 3);
        end loop;
        return trigrams;
      end $$
    `.execute(tx)
    await sql`
      create index subnames_by_trigram on subnames using gin (subname_trigrams(name))
      with (gin_pending_list_limit = 256)
    `.execute(tx)
  },
}
