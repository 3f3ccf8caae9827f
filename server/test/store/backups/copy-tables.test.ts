import { expect, it } from 'vitest'
import { columnsOf } from '../../../src/store/copy/dump.ts'
import { openStore } from '../../../src/store/store.ts'
import { copiedTables, excludedTables } from '../../../src/store/tables.ts'
import { connectRaw } from '../../support/databases/raw-sql.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'

/** The tables, without the shadow tables of a search index of SQLite. */
const allTables = {
  sqlite: `select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public'`,
}

/** The columns of each primary key, in order. */
const primaryKeys = {
  sqlite: `select tables.name as "table", columns.name as "column" from pragma_table_list as tables, pragma_table_info(tables.name) as columns
    where pk > 0 order by tables.name, pk`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.key_column_usage
    join information_schema.table_constraints using (table_name, constraint_name)
    where constraint_type = 'PRIMARY KEY' order by table_name, ordinal_position`,
}

describeOnEachDatabase('The copied tables', ({ dialect, create }) => {
  it('rule: every table is copied, by columns that are its primary key, or left out by intent', async () => {
    const url = await create()
    const store = await openStore({ url })
    const raw = await connectRaw(url)

    const names = (await raw.run(allTables[dialect])).map(({ name }) => String(name))
    const leftOut = excludedTables.filter((name) => names.includes(name))
    expect(names.toSorted()).toEqual([...Object.keys(copiedTables), ...leftOut].toSorted())

    const keys = (await raw.run(primaryKeys[dialect])).map(({ table, column }) => ({ table, column }))
    for (const [table, key] of Object.entries(copiedTables)) {
      expect(keys.filter((row) => row.table === table).map(({ column }) => column)).toEqual(key)
      expect(await columnsOf(store.db, table)).not.toEqual([])
    }
    await raw.close()
    await store.close()
  })
})
