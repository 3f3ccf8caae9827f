import { sql } from 'kysely'
import { OperatorError } from '../operator-error.ts'
import { copiedTablesOfAnyVersion } from '../store/copied-tables.ts'
import { appliedMigrations } from '../store/migrate.ts'
import type { PlainDatabase } from '../store/plain-database.ts'
import { columnsOf } from './columns.ts'

/** Throws for a database with rows, or with migrations that the copy does not have. */
export async function assertEmpty(db: PlainDatabase, migrations: readonly string[]): Promise<void> {
  for (const table of Object.keys(copiedTablesOfAnyVersion)) {
    if ((await columnsOf(db, table)).length === 0) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new OperatorError(`The database is not empty: it has ${table}. Nothing was changed.`)
  }
  if ((await columnsOf(db, 'migrations')).length === 0) return
  const newer = (await appliedMigrations(db)).filter((name) => !migrations.includes(name))
  if (newer.length === 0) return
  throw new OperatorError(
    `The database has newer tables than the copy (${newer.join(', ')}). Use a new database. Nothing was changed.`,
  )
}
