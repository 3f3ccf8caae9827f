import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreWriter } from '../tables.ts'

/**
 * Writes a new subname with its addresses and counts it, if its domain is in use by `workspaceId`: all of it or nothing.
 * The database decides every race.
 */
export function createSubnameRow(
  store: StoreWriter & { readonly db: Queryable },
  subname: Subname,
  workspaceId: string,
): Promise<CreateSubnameOutcome> {
  return dialectOf(store.db).createSubname(store, subname, workspaceId)
}
