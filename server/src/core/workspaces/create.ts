import type { Workspace } from '../../model/workspace.ts'
import { insertWorkspace } from '../../store/entities/workspaces.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'

/** The tenant that owns domains and API keys. */
export async function createWorkspace(context: CoreContext, input: { name: string }): Promise<Workspace> {
  const workspace = { id: newId(), name: input.name, createdAt: context.clock() }
  await insertWorkspace(context.store.db, workspace)
  return workspace
}
