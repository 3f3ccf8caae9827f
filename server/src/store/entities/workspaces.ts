import type { Workspace } from '../../model/workspace.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

export async function insertWorkspace(db: Queryable, workspace: Workspace): Promise<void> {
  await db.insertInto('workspaces').values(workspace).execute()
}

export function findWorkspace(db: Queryable, id: string): Promise<Workspace | undefined> {
  return db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Oldest first. */
export function findWorkspaces(db: Queryable): Promise<readonly Workspace[]> {
  return db.selectFrom('workspaces').selectAll().orderBy('createdAt').orderBy('id').execute()
}

export interface WorkspacePosition {
  /** An id. */
  readonly after: string | undefined
  readonly limit: number
}

/** In the order of their ids, which is that of their creation. */
export function pageOfWorkspaces(
  db: Queryable,
  { after = '', limit }: WorkspacePosition,
): Promise<readonly Workspace[]> {
  return db.selectFrom('workspaces').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Serializes changes of its members. */
export async function lockWorkspace(tx: StoreTransaction, id: string): Promise<Workspace | undefined> {
  return tx
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', id)
    .$if(dialectOf(tx).name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}
