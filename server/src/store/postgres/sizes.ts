import { type QueryExecutorProvider, sql } from 'kysely'
import { copiedTables } from '../copied-tables.ts'
import type { DatabaseSize } from '../driver/sql-dialect.ts'

/** The size of a PostgreSQL database. Rows are from its statistics, which lag by seconds. */
export async function postgresDatabaseSize(db: QueryExecutorProvider): Promise<DatabaseSize> {
  const { rows } = await sql<{ name: string; size: string }>`
    select '' as name, pg_database_size(current_database()) as size
    union all
    select relname, n_live_tup from pg_stat_user_tables where schemaname = current_schema()
  `.execute(db)
  const sizes = new Map(rows.map(({ name, size }) => [name, Number(size)]))
  return {
    bytes: sizes.get('') ?? 0,
    rows: Object.fromEntries(Object.keys(copiedTables).map((table) => [table, sizes.get(table) ?? 0])),
  }
}
