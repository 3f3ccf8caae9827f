import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTables } from '../plain-database.ts'
import { sqliteDialect } from './sql-dialect.ts'
import { inputValues } from './statement-cache.ts'

/**
 * Opens a SQLite file, possibly in use, read-only. A transaction reads the data committed before its first query, and blocks no
 * writer. Throws when the file does not exist.
 */
export function openSqliteReadOnly(path: string): Kysely<PlainTables> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  const prepare = (sql: string) => {
    const statement = database.prepare(sql)
    return {
      reader: true,
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
