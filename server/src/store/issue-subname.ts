import { dialectOf } from './dialect.ts'
import type { Store } from './open.ts'
import type { Subname } from './subname-row.ts'

/** What became of a subname that was to be issued; `no place`: its domain is full, blocked, deleted, purged or another workspace's by now. */
export type Issuing = 'issued' | 'taken' | 'no place'

/**
 * Writes a new subname with its addresses and counts it, if its domain is in use by `workspaceId`: all of it or nothing.
 * The database decides every race.
 */
export const issueSubname = (store: Store, subname: Subname, workspaceId: string): Promise<Issuing> =>
  dialectOf(store.db).issueSubname(store, subname, workspaceId)
