import type { ApiKey } from '../../model/api-key.ts'
import { assertAdministrator, assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'

/** Keys of a workspace are its owners'; those with scope admin, whatever their workspace, the operators'. */
export function assertKeyAccess(
  caller: Caller,
  { workspaceId, scopes }: Pick<ApiKey, 'workspaceId' | 'scopes'>,
): void {
  if (scopes.includes('admin')) assertAdministrator(caller)
  else assertWorkspaceAccess(caller, workspaceId, 'keys:write')
}
