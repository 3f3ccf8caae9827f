import { type QueryExecutorProvider, sql } from 'kysely'
import type { Bulk, Column } from '../bulk.ts'

export const postgresBulk: Bulk = {
  disableTimeouts: async (tx) => {
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await sql`select set_config(${limit}, '0', true)`.execute(tx)
  },
  describeColumns: async (db, table) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table}
    `.execute(db)
    return rows
  },
  insert: async (tx, table, columns, lines) => {
    const rows = lines.map(parseRow)
    const names = columns.map(({ name }) => sql.ref(name))
    const values = columns.map(
      ({ type }, index) => sql`${rows.map((row) => row[index] ?? null)}::${sql.raw(arrayType[type])}`,
    )
    const selected = columns.map(({ name, type }) =>
      type === 'bytes' ? sql`decode(${sql.ref(name)}, 'hex')` : sql.ref(name),
    )
    await sql`
      insert into ${sql.table(table)} (${sql.join(names)})
      select ${sql.join(selected)} from unnest(${sql.join(values)}) as rows (${sql.join(names)})
    `.execute(tx)
  },
  continueKeys: async (tx) => {
    for (const table of ['domains', 'subnames', 'pending_events', 'webhooks', 'webhook_deliveries'])
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'key'), max(key)) from ${sql.table(table)} having count(*) > 0
      `.execute(tx)
  },
  analyze: async (tx) => {
    await sql`analyze`.execute(tx)
  },
}

const arrayType: Record<Column['type'], string> = { text: 'text[]', integer: 'bigint[]', bytes: 'text[]' }

function parseRow(line: string): readonly unknown[] {
  return JSON.parse(line)
}

/**
 * Locks marks in the order of their keys, so that processes do not deadlock. Skips names that are being deleted: it
 * does not wait for them, and leaves no mark of one that is gone.
 */
export async function markLookupsInPostgres(
  tx: QueryExecutorProvider,
  hour: number,
  subnameKeys: readonly number[],
): Promise<void> {
  await sql`
    update last_lookups set hour = ${hour}
    where subname_key in (
      select subname_key from last_lookups
      where subname_key = any(${subnameKeys}::int[]) and hour < ${hour}
      order by subname_key for update
    )
  `.execute(tx)
  await sql`
    insert into last_lookups (subname_key, hour)
    select key, ${hour} from (
      select key from subnames
      where key = any(${subnameKeys}::int[])
        and not exists (select from last_lookups where subname_key = subnames.key)
      order by key for key share skip locked
    ) as names
    on conflict (subname_key) do update set hour = excluded.hour where last_lookups.hour < excluded.hour
  `.execute(tx)
}
