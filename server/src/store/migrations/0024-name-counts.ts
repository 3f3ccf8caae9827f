import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * The names of a domain at the end of each hour in which their number changed, and the lookups of each name. Hours are counted from
 * 1970. A trigger keeps the counts, so that versions that do not know of them change them too.
 */
export async function up(tx: PlainTransaction, { createTable, integer, name }: SqlDialect): Promise<void> {
  await createTable(tx, 'name_counts')
    .addColumn('domain_key', sql`integer`, (column) =>
      column.notNull().references('domains.key').onDelete('cascade'),
    )
    .addColumn('hour', sql`integer`, (column) => column.notNull())
    .addColumn('names', integer, (column) => column.notNull())
    .addColumn('claimed_names', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('name_counts_key', ['domain_key', 'hour'])
    .execute()
  const hour =
    name === 'sqlite' ? 'unixepoch() / 3600' : 'floor(extract(epoch from clock_timestamp()) / 3600)::integer'
  const trigger = name === 'sqlite' ? sqliteTrigger(hour) : postgresTrigger(hour)
  for (const statement of [
    'create index name_counts_by_hour on name_counts (hour)',
    ...trigger,
    `insert into name_counts (domain_key, hour, names, claimed_names)
      select key, ${hour}, subname_count, claimed_count from domains`,
  ])
    await sql.raw(statement).execute(tx)
  await sql`alter table last_lookups add column lookups ${integer} not null default 0`.execute(tx)
}

const upsert = (hour: string, row: string) => `
  insert into name_counts (domain_key, hour, names, claimed_names)
  values (${row}.key, ${hour}, ${row}.subname_count, ${row}.claimed_count)
  on conflict (domain_key, hour) do update set names = excluded.names, claimed_names = excluded.claimed_names`

function sqliteTrigger(hour: string): readonly string[] {
  return [
    `create trigger domains_name_counts after update of subname_count, claimed_count on domains begin
      ${upsert(hour, 'new')};
    end`,
  ]
}

function postgresTrigger(hour: string): readonly string[] {
  return [
    `create function count_names() returns trigger language plpgsql as $$ begin
      ${upsert(hour, 'new')};
      return null;
    end $$`,
    `create trigger domains_name_counts after update of subname_count, claimed_count on domains
      for each row execute function count_names()`,
  ]
}
