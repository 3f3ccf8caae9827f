import { OperatorError } from '../operator-error.ts'
import type { Column } from '../store/bulk.ts'
import { copiedTablesOfAnyVersion } from '../store/copied-tables.ts'
import { dialectOf } from '../store/driver/sql-dialect.ts'
import type { PlainTransaction } from '../store/plain-database.ts'
import type { DumpChunk, TableSummary } from './chunks.ts'
import { columnsOf } from './columns.ts'

/** Throws when the copy's tables differ from those of `tx`. */
export async function insertRows(
  tx: PlainTransaction,
  chunks: AsyncIterable<DumpChunk>,
): Promise<readonly TableSummary[]> {
  const { insert } = dialectOf(tx).bulk
  const tables = new Set<string>()
  let table = ''
  let columns: readonly Column[] = []
  for await (const chunk of chunks) {
    if (chunk.kind === 'end') return chunk.tables
    if (chunk.kind === 'table') {
      table = chunk.table
      if (tables.has(table)) throw new OperatorError(`The copy has the table ${table} twice.`)
      tables.add(table)
      columns = await knownColumns(tx, chunk.table, chunk.columns)
    } else {
      await insert(tx, table, columns, chunk.lines)
    }
  }
  throw new OperatorError('The copy has no end.')
}

async function knownColumns(
  tx: PlainTransaction,
  table: string,
  copied: readonly string[],
): Promise<readonly Column[]> {
  if (!Object.hasOwn(copiedTablesOfAnyVersion, table))
    throw new OperatorError(`The copy has a table ${table}, which no copy contains.`)
  const columns = await columnsOf(tx, table)
  const names = columns.map(({ name }) => name)
  if (columns.length > 0 && names.join() === copied.join()) return columns
  throw new OperatorError(`The copy has a table ${table} with columns that this database does not have.`)
}
