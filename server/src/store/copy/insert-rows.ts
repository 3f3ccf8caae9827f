import { UsageError } from '../../usage-error.ts'
import { dialectOf } from '../dialect.ts'
import type { StoreTransaction } from '../tables.ts'
import type { Column } from './bulk.ts'
import { columnsOf } from './columns.ts'
import type { Part, TableSummary } from './parts.ts'
import { copiedTables } from './tables.ts'

/** Inserts what a copy consists of and gives what it says there was; throws when its tables are not those of `tx`. */
export const insertRows = async (
  tx: StoreTransaction,
  parts: AsyncIterable<Part>,
): Promise<readonly TableSummary[]> => {
  const { insert } = dialectOf(tx).bulk
  let table = ''
  let columns: readonly Column[] = []
  for await (const part of parts) {
    if (part.kind === 'end') return part.tables
    if (part.kind === 'table') {
      table = part.table
      columns = await knownColumns(tx, part.table, part.columns)
    } else {
      await insert(tx, table, columns, part.lines)
    }
  }
  throw new UsageError('The copy has no end.')
}

const knownColumns = async (
  tx: StoreTransaction,
  table: string,
  copied: readonly string[],
): Promise<readonly Column[]> => {
  const columns = Object.hasOwn(copiedTables, table) ? await columnsOf(tx, table) : []
  const names = columns.map(({ name }) => name)
  if (columns.length > 0 && names.join() === copied.join()) return columns
  throw new UsageError(`The copy has a table ${table} with columns that this database does not have.`)
}
