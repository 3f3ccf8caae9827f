import { sql } from 'kysely'
import { OperatorError } from '../../errors.ts'
import type { Bulk } from '../bulk.ts'

export const sqliteBulk: Bulk = {
  disableTimeouts: async () => {},
  describeColumns: async (db, table) => {
    const { rows } = await sql<{ name: string; type: string; kind: string }>`
      select columns.name, columns.type, tables.type as kind
      from pragma_table_list(${table}) as tables, pragma_table_info(${table}) as columns where tables.schema = 'main'
    `.execute(db)
    const [first] = rows
    // Reading a view runs the statements that it was made with, which may not end.
    if (first && first.kind !== 'table')
      throw new OperatorError(
        `This is no database of Byname: ${table} is a ${first.kind === 'virtual' ? 'virtual table' : first.kind}.`,
      )
    return rows
  },
  insert: async (tx, table, columns, lines) => {
    const names = columns.map(({ name }) => sql.ref(name))
    const values = columns.map(({ type }, index) => {
      const value = sql`value ->> ${sql.lit(index)}`
      return type === 'bytes' ? sql`unhex(${value})` : value
    })
    await sql`
      insert into ${sql.table(table)} (${sql.join(names)})
      select ${sql.join(values)} from json_each(${`[${lines.join(',')}]`})
    `.execute(tx)
  },
  // `autoincrement` does this.
  continueKeys: async () => {},
  // Plans do not depend on statistics.
  analyze: async () => {},
}
