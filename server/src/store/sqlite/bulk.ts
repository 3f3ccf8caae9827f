import { sql } from 'kysely'
import type { Bulk } from '../bulk.ts'

export const sqliteBulk: Bulk = {
  disableTimeouts: async () => {},
  describeColumns: async (db, table) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select name, type from pragma_table_info(${table})
    `.execute(db)
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
