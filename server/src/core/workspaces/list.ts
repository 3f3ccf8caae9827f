import type { Workspace } from '../../model/workspace.ts'
import { findWorkspaces } from '../../store/entities/workspaces.ts'
import type { CoreContext } from '../context.ts'

/** Oldest first. */
export function listWorkspaces(context: CoreContext): Promise<readonly Workspace[]> {
  return findWorkspaces(context.store.db)
}
