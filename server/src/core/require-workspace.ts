import { AppError } from '../errors.ts'
import type { Workspace } from '../model/workspace.ts'
import { findWorkspace } from '../store/entities/members.ts'
import type { CoreContext } from './context.ts'

/** @throws AppError `WorkspaceNotFoundException`. */
export async function requireWorkspace(context: CoreContext, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(context.store.db, id)
  if (workspace) return workspace
  throw new AppError('WorkspaceNotFoundException', `There is no workspace ${id}.`)
}
