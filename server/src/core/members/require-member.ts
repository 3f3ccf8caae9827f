import { AppError } from '../../errors.ts'
import type { Member } from '../../model/member.ts'
import type { MemberKey } from '../../store/entities/members.ts'

/** Asserts that `found`, the member of the key, exists. */
export function requireMember(found: Member | undefined, { address }: MemberKey): Member {
  if (found) return found
  throw new AppError('MemberNotFoundException', `${address} is not a member of this workspace.`)
}
