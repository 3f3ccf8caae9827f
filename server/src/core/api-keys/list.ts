import type { ApiKey } from '../../model/api-key.ts'
import { listApiKeysByWorkspace } from '../../store/entities/api-keys.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../cursor.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Includes revoked and expired keys, oldest first. */
export async function listApiKeys(
  context: CoreContext,
  {
    caller,
    workspaceId,
    ...request
  }: CursorRequest & { readonly caller: Caller; readonly workspaceId: string },
): Promise<CursorPage<ApiKey>> {
  assertWorkspaceAccess(caller, workspaceId, 'keys:write')
  await requireWorkspace(context, workspaceId)
  const list = {
    list: ['api-keys', workspaceId],
    positionOf: ({ createdAt, id }: ApiKey) => [createdAt, id],
    all: await listApiKeysByWorkspace(context.store.db, workspaceId),
  }
  return readPageOfAll(context, list, request)
}
