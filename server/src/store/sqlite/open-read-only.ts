import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { OperatorError } from '../../operator-error.ts'
import { withSqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTables } from '../plain-database.ts'
import { sqliteDialect } from './sql-dialect.ts'
import { inputValues } from './statement-cache.ts'

/** A transaction sees a snapshot as of its first query and blocks no writer. Throws `OperatorError` when the file is missing. */
export function openSqliteReadOnly(path: string): Kysely<PlainTables> {
  if (!existsSync(path))
    throw new OperatorError(`There is no SQLite database ${path}: is DATA_DIR or DATABASE_URL right?`)
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
