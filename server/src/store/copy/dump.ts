import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type QueryExecutorProvider, sql } from 'kysely'
import { OperatorError } from '../../errors.ts'
import type { Column } from '../bulk.ts'
import { describeError } from '../describe-error.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { PlainDatabase } from '../plain-database.ts'
import { copiedTables } from '../tables.ts'

/** With tables that a migration dropped: old databases and backups have them. */
export const copiedTablesOfAnyVersion: Readonly<Record<string, readonly string[]>> = {
  ...copiedTables,
  events: ['id'],
}

/** Bounds the memory for the largest rows. */
const rowsPerQuery = 500

/** Names of columns by table. */
export type KnownColumns = Readonly<Record<string, readonly string[]>>

/** All existing tables in order, of them the known columns; one state if `db` is a snapshot. */
export async function* readRows(db: PlainDatabase, known?: KnownColumns): AsyncGenerator<DumpChunk> {
  const tables: TableSummary[] = []
  for (const [table, key] of Object.entries(copiedTablesOfAnyVersion)) {
    const columns = (await columnsOf(db, table))
      .map(({ name }) => name)
      .filter((name) => known?.[table]?.includes(name) ?? true)
    if (columns.length === 0) continue
    yield { kind: 'table', table, columns }
    const hash = createHash('sha256').update(`${JSON.stringify(columns)}\n`)
    let rows = 0
    for await (const lines of linesOfRows(db, table, columns, key)) {
      for (const line of lines) hash.update(line).update('\n')
      rows += lines.length
      yield { kind: 'rows', lines }
    }
    tables.push({ table, rows, sha256: hash.digest('hex') })
  }
  yield { kind: 'end', tables }
}

type Row = Readonly<Record<string, unknown>>

async function* linesOfRows(
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

export type TableSummary = {
  readonly table: string
  readonly rows: number
  /** SHA-256 in hex of the column names and the ordered rows. */
  readonly sha256: string
}

/** Each table followed by its rows, and the summary at the end. */
export type DumpChunk =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** JSON arrays of text, integers, bytes in hex, or null. */
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly tables: readonly TableSummary[] }

export interface DumpSource {
  /** Oldest first. */
  readonly migrations: readonly string[]
  /** Can be read once. */
  readonly chunks: AsyncIterable<DumpChunk>
}

/** Above the largest row that the limits of the interface allow; a line is in memory as a whole. */
const maxLineMiB = 64

/**
 * Text after the last line feed is a line too.
 *
 * @throws OperatorError for unreadable text, such as truncated gzip, or a line above the bound.
 */
export async function* linesOf(text: Readable): AsyncGenerator<readonly string[]> {
  let rest = ''
  try {
    for await (const chunk of text.setEncoding('utf8')) {
      const [first = '', ...others] = String(chunk).split('\n')
      const lines = [`${rest}${first}`, ...others]
      rest = lines.pop() ?? ''
      if (rest.length > maxLineMiB * 1_048_576)
        throw new Error(`it has a line of more than ${maxLineMiB} MiB`)
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The backup cannot be read: ${describeError(error)}.`, { cause: error })
  }
  if (rest !== '') yield [rest]
}

/** Ordered by name; empty without the table. */
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
