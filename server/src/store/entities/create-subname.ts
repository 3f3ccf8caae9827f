import { dialectOf } from '../driver/sql-dialect.ts'
import type { Store } from '../store.ts'
import type { Subname } from './subname-row.ts'

/** Outcome of issuing a subname; `no place`: its domain is full, lapsed, blocked, deleted, purged or of another workspace. */
export type CreateSubnameOutcome = 'issued' | 'taken' | 'no-capacity'

/**
 * Writes a new subname with its addresses and counts it, if its domain is in use by `workspaceId`: all of it or nothing.
 * The database decides every race.
 */
export function createSubnameRow(
  store: Store,
  subname: Subname,
  workspaceId: string,
): Promise<CreateSubnameOutcome> {
  return dialectOf(store.db).createSubname(store, subname, workspaceId)
}
