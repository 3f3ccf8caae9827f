import type { Hex } from 'viem'
import { AppError } from '../../errors.ts'
import { countMembers } from '../../store/entities/members.ts'
import type { StoreTransaction } from '../../store/tables.ts'

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
