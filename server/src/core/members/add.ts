import type { Hex } from 'viem'
import { isHexAddress } from '../../crypto/evm-address.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { normalizeName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import type { Member } from '../../model/member.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { insertMember } from '../../store/entities/members.ts'
import { assertWorkspaceAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { memberEvent } from '../events/entity-events.ts'
import { type AdmitRpcRead, resolveAddress } from '../resolution/resolve-address.ts'
import { assertMemberCapacity } from './assert-capacity.ts'
import { changeMember } from './change-member.ts'

export interface AddMember extends Pick<Member, 'workspaceId' | 'role'> {
  readonly caller: Caller
  /** An address, or a name that has an Ethereum address. */
  readonly member: string
  /** Of the name. */
  readonly chainId: number
  readonly admit: AdmitRpcRead
}

/** Adds an address that is no member yet. */
export async function addMember(context: CoreContext, input: AddMember): Promise<Member> {
  const { caller, workspaceId, role } = input
  assertWorkspaceAccess(caller, workspaceId, 'members:write')
  const address = await addressOf(context, input)
  return changeMember(context, { workspaceId, address }, async (tx, current) => {
    if (current)
      throw new AppError(
        'MemberAlreadyExistsException',
        `${address} is a member with the role ${current.role}.`,
      )
    await assertMemberCapacity(tx, workspaceId, address)
    const addedBy = caller.session?.session.address ?? null
    const after = { workspaceId, address, role, addedBy, createdAt: context.clock() }
    await insertMember(tx, after)
    await appendEvents(tx, memberEvent(context, { type: 'member.added', after }))
    return after
  })
}

async function addressOf(context: CoreContext, { member, chainId, admit }: AddMember): Promise<Hex> {
  if (isHexAddress(member)) return lowerCaseHex(member)
  const name = normalizeName(member)
  const address = await resolveAddress(context, { chainId, name }, admit)
  if (address !== null) return address
  throw new AppError('BadRequestException', `${name} has no Ethereum address on chain ${chainId}.`)
}
