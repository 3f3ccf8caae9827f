import { type DatabaseSize, dialectOf } from './driver/sql-dialect.ts'
import type { Store } from './store.ts'

/** How much the database holds, about; it costs little enough to ask every few seconds. */
export function readDatabaseSize({ db }: Pick<Store, 'db'>): Promise<DatabaseSize> {
  return dialectOf(db).databaseSize(db)
}
