import type { ApiKey } from '../../model/api-key.ts'
import { listApiKeysByWorkspace } from '../../store/entities/api-keys.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Every API key of a workspace, revoked and expired ones too, oldest first, or AppError `WorkspaceNotFoundException`. */
export async function listApiKeys(context: CoreContext, workspaceId: string): Promise<readonly ApiKey[]> {
  await requireWorkspace(context, workspaceId)
  return listApiKeysByWorkspace(context.store.db, workspaceId)
}

listApiKeys.errors = requireWorkspace.errors
