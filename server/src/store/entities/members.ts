import type { Hex } from 'viem'
import type { Member, Role } from '../../model/member.ts'
import type { Workspace } from '../../model/workspace.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

export type MemberKey = Pick<Member, 'workspaceId' | 'address'>

const rolesOfAddress = compiled((db, { address }: Params<{ address: Hex }>) =>
  db.selectFrom('members').select(['workspaceId', 'role']).where('address', '=', address),
)

/** By workspace. */
export async function findRoles(db: Queryable, address: Hex): Promise<ReadonlyMap<string, Role>> {
  const { rows } = await rolesOfAddress(db, { address })
  return new Map(rows.map(({ workspaceId, role }) => [workspaceId, role]))
}

/** Oldest first. */
export function findWorkspacesOfMember(db: Queryable, address: Hex): Promise<readonly Workspace[]> {
  return db
    .selectFrom('workspaces')
    .innerJoin('members', 'members.workspaceId', 'workspaces.id')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.createdAt'])
    .where('members.address', '=', address)
    .orderBy('workspaces.createdAt')
    .orderBy('workspaces.id')
    .execute()
}

/** Oldest first. */
export function listMembers(db: Queryable, workspaceId: string): Promise<readonly Member[]> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('address')
    .execute()
}

export function findMember(db: Queryable, { workspaceId, address }: MemberKey): Promise<Member | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where('address', '=', address)
    .executeTakeFirst()
}

export async function countMembers(
  db: Queryable,
  filter: Partial<Pick<Member, 'workspaceId' | 'address' | 'role'>>,
): Promise<number> {
  const { workspaceId, address, role } = filter
  const { count } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(workspaceId !== undefined, (query) => query.where('workspaceId', '=', workspaceId ?? ''))
    .$if(address !== undefined, (query) => query.where('address', '=', address ?? '0x'))
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'owner'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertMember(tx: StoreTransaction, member: Member): Promise<void> {
  await tx.insertInto('members').values(member).execute()
}

export async function updateRole(
  tx: StoreTransaction,
  { workspaceId, address }: MemberKey,
  role: Role,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('workspaceId', '=', workspaceId)
    .where('address', '=', address)
    .execute()
}

export async function deleteMember(tx: StoreTransaction, { workspaceId, address }: MemberKey): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('workspaceId', '=', workspaceId)
    .where('address', '=', address)
    .execute()
}
