import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/** Hours are counted from 1970. */
export async function up(tx: PlainTransaction, { name }: SqlDialect): Promise<void> {
  const statements = name === 'sqlite' ? sqliteStatements : postgresStatements
  for (const statement of [...statements, 'create index lookup_counts_by_hour on lookup_counts (hour)'])
    await sql.raw(statement).execute(tx)
}

/** What lookups read. The counts of a domain change with each name. */
const lookupColumns = {
  resolvers: 'id, chain_id, address, signing_scheme',
  domains: 'chain_id, name, node, resolver_id, is_blocked, deleted_at, records, large_texts, version',
  subnames: 'label, domain_key, is_claimed, records, large_texts, version',
}

/** No foreign key to subnames: `deleteSubname` and `deleteDomainRows` delete their rows. */
const sqliteStatements = [
  `create table lookup_counts (
    domain_key integer not null references domains (key) on delete cascade,
    hour integer not null,
    lookups integer not null,
    absent integer not null,
    primary key (domain_key, hour)
  ) strict`,
  'create table last_lookups (subname_key integer primary key, hour integer not null) strict',
  // SQLite counts commits, also those that change nothing that a lookup reads.
  'create table lookup_version (version integer not null) strict',
  'insert into lookup_version (version) values (0)',
  ...Object.entries(lookupColumns).flatMap(([table, columns]) =>
    ['insert', `update of ${columns}`, 'delete'].map(
      (change, index) => `create trigger ${table}_lookup_version_${index} after ${change} on ${table} begin
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
