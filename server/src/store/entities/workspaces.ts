import type { Workspace } from '../../model/workspace.ts'
import type { Queryable } from '../tables.ts'

export async function insertWorkspace(db: Queryable, workspace: Workspace): Promise<void> {
  await db.insertInto('workspaces').values(workspace).execute()
}

export function findWorkspace(db: Queryable, id: string): Promise<Workspace | undefined> {
  return db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Every workspace, oldest first. */
export function findWorkspaces(db: Queryable): Promise<readonly Workspace[]> {
  return db.selectFrom('workspaces').selectAll().orderBy('createdAt').orderBy('id').execute()
}
