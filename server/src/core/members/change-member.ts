import { AppError } from '../../errors.ts'
import type { Member } from '../../model/member.ts'
import { countMembers, findMember, type MemberKey } from '../../store/entities/members.ts'
import { lockWorkspace } from '../../store/entities/workspaces.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'

/** Runs `change` with the member as it is now, one change of a workspace at a time. A workspace with an owner keeps one. */
export function changeMember<Result>(
  { store }: CoreContext,
  key: MemberKey,
  change: (tx: StoreTransaction, current: Member | undefined) => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = key
  return store.transaction(async (tx) => {
    if (!(await lockWorkspace(tx, workspaceId)))
      throw new AppError('WorkspaceNotFoundException', `There is no workspace ${workspaceId}.`)
    const before = await findMember(tx, key)
    const result = await change(tx, before)
    if (before?.role === 'owner' && (await countMembers(tx, { workspaceId, role: 'owner' })) === 0)
      throw new AppError(
        'LastOwnerException',
        `${key.address} is the only owner of this workspace. Make another member an owner first.`,
      )
    return result
  })
}
