import { type DatabaseSize, dialectOf } from './driver/sql-dialect.ts'
import type { Store } from './store.ts'

/** The approximate size of the database; cheap enough to read every few seconds. */
export function readDatabaseSize({ db }: Pick<Store, 'db'>): Promise<DatabaseSize> {
  return dialectOf(db).databaseSize(db)
}
