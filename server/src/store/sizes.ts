import { type DatabaseSize, dialectOf } from './driver/sql-dialect.ts'
import type { Store } from './store.ts'

export function readDatabaseSize({ db }: Pick<Store, 'db'>): Promise<DatabaseSize> {
  return dialectOf(db).databaseSize(db)
}
