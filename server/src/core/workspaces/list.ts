import { listWorkspaces as read, type Workspace } from '../../store/entities/workspaces.ts'
import type { CoreContext } from '../context.ts'

/** Every workspace, oldest first. */
export function listWorkspaces(context: CoreContext): Promise<readonly Workspace[]> {
  return read(context.store.db)
}
