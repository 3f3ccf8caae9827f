import type { ApiKey } from '../../model/api-key.ts'
import { listApiKeysByWorkspace } from '../../store/entities/api-keys.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/**
 * Includes revoked and expired keys, oldest first.
 *
 * @throws AppError `WorkspaceNotFoundException`.
 */
export async function listApiKeys(context: CoreContext, workspaceId: string): Promise<readonly ApiKey[]> {
  await requireWorkspace(context, workspaceId)
  return listApiKeysByWorkspace(context.store.db, workspaceId)
}

listApiKeys.errors = requireWorkspace.errors
