import type { Member } from '../../model/member.ts'
import { listMembers as listStoredMembers } from '../../store/entities/members.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from '../cursor.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'

/** Oldest first. */
export async function listMembers(
  context: CoreContext,
  {
    caller,
    workspaceId,
    ...request
  }: CursorRequest & { readonly caller: Caller; readonly workspaceId: string },
): Promise<CursorPage<Member>> {
  assertWorkspaceAccess(caller, workspaceId, 'read')
  await requireWorkspace(context, workspaceId)
  const list = {
    list: ['members', workspaceId],
    positionOf: ({ createdAt, address }: Member) => [createdAt, address],
    all: await listStoredMembers(context.store.db, workspaceId),
  }
  return readPageOfAll(context, list, request)
}
