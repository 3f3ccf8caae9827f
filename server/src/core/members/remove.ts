import { appendEvents } from '../../store/entities/event-log.ts'
import { deleteMember, type MemberKey } from '../../store/entities/members.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { memberEvent } from '../events/entity-events.ts'
import { changeMember } from './change-member.ts'
import { requireMember } from './require-member.ts'

export interface RemoveMember extends MemberKey {
  readonly caller: Caller
}

/** Members may leave by themselves. */
export async function removeMember(
  context: CoreContext,
  { caller, workspaceId, address }: RemoveMember,
): Promise<void> {
  const isLeaving = caller.session?.session.address === address
  assertWorkspaceAccess(caller, workspaceId, isLeaving ? 'read' : 'members:write')
  const key = { workspaceId, address }
  await changeMember(context, key, async (tx, current) => {
    const before = requireMember(current, key)
    await deleteMember(tx, key)
    await appendEvents(tx, memberEvent(context, { type: 'member.removed', before }))
  })
}
