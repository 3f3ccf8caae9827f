import { type QueryExecutorProvider, sql } from 'kysely'
import { copiedTables } from '../copied-tables.ts'
import type { DatabaseSize } from '../driver/sql-dialect.ts'

/**
 * The size of a SQLite database. Rows are the span of the row numbers: two index reads for any size. That is exact for tables
 * that lose only their oldest rows, and too high for others.
 */
export async function sqliteDatabaseSize(db: QueryExecutorProvider): Promise<DatabaseSize> {
  const spans = Object.keys(copiedTables).map(
    (table) =>
      sql`select ${sql.lit(table)} as name, coalesce((select max(rowid) from ${sql.table(table)})
        - (select min(rowid) from ${sql.table(table)}) + 1, 0) as size`,
  )
  const bytes = sql`select '' as name, page_count * page_size as size from pragma_page_count(), pragma_page_size()`
  const { rows } = await sql<{ name: string; size: number }>`${sql.join(
    [bytes, ...spans],
    sql` union all `,
  )}`.execute(db)
  const sizes = Object.fromEntries(rows.map(({ name, size }) => [name, size]))
  const { '': total = 0, ...tables } = sizes
  return { bytes: total, rows: tables }
}
