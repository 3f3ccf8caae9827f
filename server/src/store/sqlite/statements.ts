import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** Queries have few shapes; a list in one of them makes a shape for every length. */
const maxStatements = 500

/** Fits a `node:sqlite` database to the interface Kysely expects, and prepares each text of SQL only once. */
export const preparingDatabase = (database: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare: (sql) => {
      const prepared = statements.get(sql)
      if (prepared) return prepared
      if (statements.size >= maxStatements) statements.clear()
      const statement = prepare(database, sql)
      statements.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

const prepare = (database: DatabaseSync, sql: string): SqliteStatement => {
  const statement = database.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...inputValues(parameters)),
    run: (parameters) => statement.run(...inputValues(parameters)),
    iterate: (parameters) => statement.iterate(...inputValues(parameters)),
  }
}

/** Safe because the columns of `Tables` are text and integers, and `node:sqlite` refuses whatever it cannot bind. */
const inputValues = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
