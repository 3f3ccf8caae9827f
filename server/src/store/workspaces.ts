import type { Queryable } from './tables.ts'

/** An owner of domains and API keys. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

export const insertWorkspace = async (db: Queryable, { id, name, createdAt }: Workspace): Promise<void> => {
  await db.insertInto('workspaces').values({ id, name, created_at: createdAt }).execute()
}

export const findWorkspace = async (db: Queryable, id: string): Promise<Workspace | undefined> => {
  const row = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { id: row.id, name: row.name, createdAt: row.created_at }
}
