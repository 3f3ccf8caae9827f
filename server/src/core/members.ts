import type { Hex } from 'viem'
import { isHexAddress } from '../crypto/evm-address.ts'
import { lowerCaseHex } from '../crypto/hex.ts'
import type { ChainId } from '../ens/chains.ts'
import { normalizeName } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { Member, Role } from '../model/workspace.ts'
import { appendEvents } from '../store/entities/events.ts'
import {
  countMembers,
  deleteMember,
  findMember,
  insertMember,
  lockWorkspace,
  type MemberKey,
  selectMembers,
  updateRole,
} from '../store/entities/members.ts'
import type { StoreTransaction } from '../store/tables.ts'
import { assertWorkspaceAccess } from './auth/access.ts'
import type { Caller, CoreContext } from './context.ts'
import { memberEvent } from './events/entity-events.ts'
import { type CursorPage, type CursorRequest, readPageOfAll } from './page.ts'
import { requireWorkspace } from './require-workspace.ts'
import { type AdmitRpcRead, resolveAddress } from './resolution/resolve.ts'

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
    all: await selectMembers(context.store.db, workspaceId),
  }
  return readPageOfAll(context, list, request)
}

interface AddMember extends Pick<Member, 'workspaceId' | 'role'> {
  readonly caller: Caller
  /** An address, or a name that has an Ethereum address. */
  readonly member: string
  /** Of the name. */
  readonly chainId: ChainId
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

const maxMembers = 1000

/** They are read with each request of a session. */
const maxWorkspacesOfAddress = 200

/** Asserts that the address can be added to the workspace, which is locked. */
export async function assertMemberCapacity(
  tx: StoreTransaction,
  workspaceId: string,
  address: Hex,
): Promise<void> {
  if ((await countMembers(tx, { workspaceId })) >= maxMembers)
    throw new AppError('LimitReachedException', `A workspace has at most ${maxMembers} members.`)
  if ((await countMembers(tx, { address })) >= maxWorkspacesOfAddress)
    throw new AppError(
      'LimitReachedException',
      `${address} is a member of ${maxWorkspacesOfAddress} workspaces, which is the limit.`,
    )
}

/** Runs `change` with the member as it is now, one change of a workspace at a time. A workspace with an owner keeps one. */
function changeMember<Result>(
  { store }: CoreContext,
  key: MemberKey,
  change: (tx: StoreTransaction, current: Member | undefined) => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = key
  return store.inTurn(workspaceId).transaction(async (tx) => {
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

interface ChangeRole extends MemberKey {
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

interface RemoveMember extends MemberKey {
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

/** Asserts that `found`, the member of the key, exists. */
function requireMember(found: Member | undefined, { address }: MemberKey): Member {
  if (found) return found
  throw new AppError('MemberNotFoundException', `${address} is not a member of this workspace.`)
}
