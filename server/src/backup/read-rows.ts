import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { copiedTablesOfAnyVersion } from '../store/copied-tables.ts'
import type { PlainDatabase } from '../store/plain-database.ts'
import type { DumpChunk, TableSummary } from './chunks.ts'
import { columnsOf } from './columns.ts'

/** Bounds the memory for the largest rows. */
const rowsPerQuery = 500

/** All existing tables in order; one state if `db` is a snapshot. */
export async function* readRows(db: PlainDatabase): AsyncGenerator<DumpChunk> {
  const tables: TableSummary[] = []
  for (const [table, key] of Object.entries(copiedTablesOfAnyVersion)) {
    const columns = (await columnsOf(db, table)).map(({ name }) => name)
    if (columns.length === 0) continue
    yield { kind: 'table', table, columns }
    const hash = createHash('sha256').update(`${JSON.stringify(columns)}\n`)
    let rows = 0
    for await (const lines of linesOf(db, table, columns, key)) {
      for (const line of lines) hash.update(line).update('\n')
      rows += lines.length
      yield { kind: 'rows', lines }
    }
    tables.push({ table, rows, sha256: hash.digest('hex') })
  }
  yield { kind: 'end', tables }
}

type Row = Readonly<Record<string, unknown>>

async function* linesOf(
  db: PlainDatabase,
  table: string,
  columns: readonly string[],
  key: readonly string[],
): AsyncGenerator<readonly string[]> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  do {
    const after = last ? sql`where (${order}) > (${sql.join(valuesOf(last, key))})` : sql``
    const { rows }: { rows: Row[] } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} ${after}
      order by ${order} limit ${sql.lit(rowsPerQuery)}
    `.execute(db)
    if (rows.length > 0) yield rows.map((row) => JSON.stringify(valuesOf(row, columns).map(toJsonValue)))
    last = rows.length < rowsPerQuery ? undefined : rows.at(-1)
  } while (last)
}

function valuesOf(row: Row, columns: readonly string[]) {
  return columns.map((column) => assertCopyable(row[column]))
}

/** Allows text, bytes, null and integers that JSON represents exactly. */
function assertCopyable(value: unknown): string | number | null | Uint8Array {
  if (
    typeof value === 'string' ||
    value === null ||
    value instanceof Uint8Array ||
    (typeof value === 'number' && Number.isSafeInteger(value))
  )
    return value
  throw new Error(
    `The value is neither text nor bytes nor an integer of at most 53 bits but ${typeof value}.`,
  )
}

function toJsonValue(value: string | number | null | Uint8Array): string | number | null {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
