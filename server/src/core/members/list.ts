import type { ErrorName } from '../../errors.ts'
import type { Member } from '../../model/member.ts'
import { listMembers as listStoredMembers } from '../../store/entities/members.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Oldest first. */
export async function listMembers(
  context: CoreContext,
  { caller, workspaceId }: { readonly caller: Caller; readonly workspaceId: string },
): Promise<readonly Member[]> {
  assertWorkspaceAccess(caller, workspaceId, 'read')
  await requireWorkspace(context, workspaceId)
  return listStoredMembers(context.store.db, workspaceId)
}

listMembers.errors = [
  ...assertWorkspaceAccess.errors,
  ...requireWorkspace.errors,
] as const satisfies readonly ErrorName[]
