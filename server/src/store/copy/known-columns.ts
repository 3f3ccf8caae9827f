import { appliedMigrations, migrate, unknownMigrations } from '../migrate.ts'
import type { PlainDatabase } from '../plain-database.ts'
import { openSqliteInMemory } from '../sqlite/in-memory.ts'
import { sqliteDialect } from '../sqlite/sql-dialect.ts'
import { columnsOf, copiedTablesOfAnyVersion, type KnownColumns } from './dump.ts'

/**
 * The columns that this version knows, for a database that a newer one has migrated: without those, a copy of it is one of this
 * version, which each later one migrates as any other. Undefined where there are no others.
 */
export async function findKnownColumns(db: PlainDatabase): Promise<KnownColumns | undefined> {
  if (unknownMigrations(await appliedMigrations(db)).length === 0) return undefined
  const own = openSqliteInMemory()
  try {
    await migrate(own, sqliteDialect)
    const known: Record<string, readonly string[]> = {}
    for (const table of Object.keys(copiedTablesOfAnyVersion))
      known[table] = (await columnsOf(own, table)).map(({ name }) => name)
    return known
  } finally {
    await own.destroy()
  }
}
