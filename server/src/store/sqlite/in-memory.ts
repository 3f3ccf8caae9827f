import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTables } from '../plain-database.ts'
import { sqliteDialect } from './sql-dialect.ts'
import { inputValues } from './statement-cache.ts'

/** An empty database that ends with its connection: for what is known of tables without one. */
export function openSqliteInMemory(): Kysely<PlainTables> {
  const database = new DatabaseSync(':memory:')
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...inputValues(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...inputValues(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...inputValues(parameters)),
    }
  }
  return new Kysely<PlainTables>({
    dialect: withSqlDialect(
      new SqliteDialect({ database: { prepare, close: () => database.close() } }),
      sqliteDialect,
    ),
  })
}
