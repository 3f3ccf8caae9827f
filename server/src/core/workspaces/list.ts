import { listWorkspaces as read, type Workspace } from '../../store/entities/workspaces.ts'
import type { CoreContext } from '../context.ts'

/** Every workspace, oldest first. */
export const listWorkspaces = (context: CoreContext): Promise<readonly Workspace[]> => read(context.store.db)
