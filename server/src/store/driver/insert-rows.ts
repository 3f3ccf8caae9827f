import { sql } from 'kysely'
import type { Column } from '../bulk.ts'
import type { Queryable, Tables } from '../tables.ts'
import { columnList } from './column-list.ts'
import { dialectOf, type UnnestedRow } from './sql-dialect.ts'

interface ColumnOf<Table extends keyof Tables> extends Column {
  readonly name: keyof Tables[Table] & string
}

/** Inserts any number of rows by one statement. */
export async function insertRows<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  columns: readonly ColumnOf<Table>[],
  rows: readonly UnnestedRow[],
): Promise<void> {
  const names = columns.map(({ name }) => name)
  await db
    .insertInto<keyof Tables>(table)
    // Safe because they are of the table, which the compiler cannot follow through a type parameter.
    .columns(names as never)
    .expression(sql`select ${columnList(names)} from ${dialectOf(db).unnestRows(columns, rows)} as added`)
    .execute()
}
