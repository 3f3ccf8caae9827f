import { dialectOf } from './dialect.ts'
import type { Store } from './open.ts'
import type { Subname } from './subname-row.ts'

/** Outcome of issuing a subname; `no place`: its domain is full, lapsed, blocked, deleted, purged or of another workspace. */
export type Issuing = 'issued' | 'taken' | 'no place'

/**
 * Writes a new subname with its addresses and counts it, if its domain is in use by `workspaceId`: all of it or nothing.
 * The database decides every race.
 */
export const issueSubname = (store: Store, subname: Subname, workspaceId: string): Promise<Issuing> =>
  dialectOf(store.db).issueSubname(store, subname, workspaceId)
