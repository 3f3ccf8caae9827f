import type { ErrorName } from '../../errors.ts'
import type { ApiKey } from '../../model/api-key.ts'
import { listApiKeysByWorkspace } from '../../store/entities/api-keys.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Includes revoked and expired keys, oldest first. */
export async function listApiKeys(
  context: CoreContext,
  { caller, workspaceId }: { readonly caller: Caller; readonly workspaceId: string },
): Promise<readonly ApiKey[]> {
  assertWorkspaceAccess(caller, workspaceId, 'keys:write')
  await requireWorkspace(context, workspaceId)
  return listApiKeysByWorkspace(context.store.db, workspaceId)
}

listApiKeys.errors = [
  ...assertWorkspaceAccess.errors,
  ...requireWorkspace.errors,
] as const satisfies readonly ErrorName[]
