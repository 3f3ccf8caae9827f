import { sql } from 'kysely'
import { OperatorError } from '../operator-error.ts'
import { copiedTables } from '../store/copied-tables.ts'
import { appliedMigrations } from '../store/migrate.ts'
import type { PlainDatabase } from '../store/plain-database.ts'
import { columnsOf } from './columns.ts'

/**
 * Refuses a database that a copy cannot be brought into: one with anything in it, and one whose tables are already newer
 * than those of the copy, which are made first.
 */
export async function assertEmpty(db: PlainDatabase, migrations: readonly string[]): Promise<void> {
  for (const table of Object.keys(copiedTables)) {
    if ((await columnsOf(db, table)).length === 0) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new OperatorError(`The database is not empty: there are ${table} in it. Nothing was changed.`)
  }
  if ((await columnsOf(db, 'migrations')).length === 0) return
  const newer = (await appliedMigrations(db)).filter((name) => !migrations.includes(name))
  if (newer.length === 0) return
  throw new OperatorError(
    `The tables of the database are newer than those of the copy (${newer.join(', ')}). Take a new database. Nothing was changed.`,
  )
}
