import { type DatabaseSize, dialectOf } from './driver/sql-dialect.ts'
import { selectTablesWithoutStatistics } from './postgres/table-statistics.ts'
import type { Store } from './store.ts'
import type { Queryable } from './tables.ts'

export function readDatabaseSize({ db }: Pick<Store, 'db'>): Promise<DatabaseSize> {
  return dialectOf(db).databaseSize(db)
}

/** Large tables of which PostgreSQL has no statistics, so that it plans without knowing what is in them; none on SQLite. */
export async function findTablesWithoutStatistics(db: Queryable): Promise<readonly string[]> {
  return dialectOf(db).name === 'sqlite' ? [] : selectTablesWithoutStatistics(db)
}
