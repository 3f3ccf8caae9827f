import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Hours are counted from 1970. */
export async function up(tx: PlainTransaction, { name }: SqlDialect): Promise<void> {
  const statements = name === 'sqlite' ? sqliteStatements : postgresStatements
  for (const statement of [...statements, 'create index lookup_counts_by_hour on lookup_counts (hour)'])
    await sql.raw(statement).execute(tx)
}

/** Lookups read these tables. */
const lookupTables = ['resolvers', 'domains', 'subnames']

/** No foreign key to subnames: `deleteSubname` and `deleteDomainRows` delete their rows. */
const sqliteStatements = [
  `create table lookup_counts (
    domain_key integer not null references domains (key) on delete cascade,
    hour integer not null,
    lookups integer not null,
    absent integer not null,
    primary key (domain_key, hour)
  ) strict, without rowid`,
  'create table last_lookups (subname_key integer primary key, hour integer not null) strict',
  // SQLite counts commits, also those that change nothing that a lookup reads.
  'create table lookup_version (version integer not null) strict',
  'insert into lookup_version (version) values (0)',
  ...lookupTables.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (change) => `create trigger ${table}_${change}_lookup_version after ${change} on ${table} begin
        update lookup_version set version = version + 1;
      end`,
    ),
  ),
]

const postgresStatements = [
  `create table lookup_counts (
    domain_key integer not null references domains (key) on delete cascade,
    hour integer not null,
    lookups bigint not null,
    absent bigint not null,
    primary key (domain_key, hour)
  )`,
  'create table last_lookups (subname_key integer primary key, hour integer not null)',
]
