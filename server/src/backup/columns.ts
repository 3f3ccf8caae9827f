import type { QueryExecutorProvider } from 'kysely'
import type { Column } from '../store/bulk.ts'
import { dialectOf } from '../store/driver/sql-dialect.ts'

/** The columns of a table by name, the same on both databases; empty without the table. */
export async function columnsOf(db: QueryExecutorProvider, table: string): Promise<readonly Column[]> {
  const columns = await dialectOf(db).bulk.describeColumns(db, table)
  return columns
    .map(({ name, type }) => ({ name, type: typeOf(type, `${table}.${name}`) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function typeOf(type: string, title: string): Column['type'] {
  if (/^text$/i.test(type)) return 'text'
  if (/^(integer|bigint|smallint)$/i.test(type)) return 'integer'
  if (/^(blob|bytea)$/i.test(type)) return 'bytes'
  throw new Error(`The column ${title} is of the type ${type}, which cannot be copied.`)
}
