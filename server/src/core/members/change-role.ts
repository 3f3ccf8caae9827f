import type { Member, Role } from '../../model/member.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { type MemberKey, updateRole } from '../../store/entities/members.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { memberEvent } from '../events/entity-events.ts'
import { changeMember } from './change-member.ts'
import { requireMember } from './require-member.ts'

export interface ChangeRole extends MemberKey {
  readonly caller: Caller
  readonly role: Role
}

/** Effective with the next request of the member's sessions. */
export async function changeRole(
  context: CoreContext,
  { caller, workspaceId, address, role }: ChangeRole,
): Promise<Member> {
  assertWorkspaceAccess(caller, workspaceId, 'members:write')
  const key = { workspaceId, address }
  return changeMember(context, key, async (tx, current) => {
    const before = requireMember(current, key)
    const after = { ...before, role }
    if (before.role === role) return after
    await updateRole(tx, key, role)
    await appendEvents(tx, memberEvent(context, { type: 'member.changed', before, after }))
    return after
  })
}
