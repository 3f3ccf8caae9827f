import type { Workspace } from '../../model/workspace.ts'
import type { Queryable } from '../tables.ts'

export async function insertWorkspace(db: Queryable, { id, name, createdAt }: Workspace): Promise<void> {
  await db.insertInto('workspaces').values({ id, name, created_at: createdAt }).execute()
}

export async function findWorkspace(db: Queryable, id: string): Promise<Workspace | undefined> {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { id: row.id, name: row.name, createdAt: row.created_at }
}

/** Every workspace, oldest first. */
export async function findWorkspaces(db: Queryable): Promise<readonly Workspace[]> {
  const rows = await db.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(({ id, name, created_at }) => ({ id, name, createdAt: created_at }))
}
