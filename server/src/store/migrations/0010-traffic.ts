import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

const counters = [
  'lookups_refused',
  'lookups_failed',
  'writes',
  'client_errors',
  'limited',
  'overloaded',
  'server_errors',
]

const buckets = ['lookup', 'request'].flatMap((kind) =>
  Array.from({ length: 13 }, (_, index) => `${kind}_bucket${index}`),
)

/** A row for each period in which a process ran, also without traffic. */
export async function up(tx: PlainTransaction, { name }: SqlDialect): Promise<void> {
  const integer = name === 'sqlite' ? 'integer' : 'bigint'
  const columns = [...counters, ...buckets].map((column) => `${column} ${integer} not null`)
  const statement = `create table traffic (
    period_ms integer not null,
    starts_at ${integer} not null,
    ${columns.join(',\n    ')},
    primary key (period_ms, starts_at)
  )${name === 'sqlite' ? ' strict' : ''}`
  await sql.raw(statement).execute(tx)
}
