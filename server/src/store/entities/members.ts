import type { Hex } from 'viem'
import type { Operator, SetupToken } from '../../model/session.ts'
import type { Member, Role, Workspace } from '../../model/workspace.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
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
export function selectMembers(db: Queryable, workspaceId: string): Promise<readonly Member[]> {
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

const byAddress = compiled((db, { address }: Params<{ address: Hex }>) =>
  db.selectFrom('operators').select('address').where('address', '=', address),
)

export async function isOperator(db: Queryable, address: Hex): Promise<boolean> {
  return (await byAddress(db, { address })).rows.length > 0
}

/** Oldest first. */
export function selectOperators(db: Queryable): Promise<readonly Operator[]> {
  return db.selectFrom('operators').selectAll().orderBy('createdAt').orderBy('address').execute()
}

/** False when it exists. */
export async function insertOperator(tx: StoreTransaction, operator: Operator): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operators')
    .values(operator)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False when it does not exist. */
export async function deleteOperator(tx: StoreTransaction, address: Hex): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operators')
    .where('address', '=', address)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Advisory lock number, "setup" in ASCII. */
const operatorsLockId = 0x7365747570

/** Serializes transactions that count operators before they add or remove one. */
export function lockOperators(tx: StoreTransaction): Promise<void> {
  return dialectOf(tx).acquireLock(tx, operatorsLockId)
}

export async function insertSetupToken(tx: StoreTransaction, token: SetupToken): Promise<void> {
  await tx.insertInto('setupTokens').values(token).execute()
}

export async function findSetupToken(db: Queryable, hash: Hex): Promise<SetupToken | undefined> {
  return db.selectFrom('setupTokens').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** Those that have expired at `now`; all of them for `Infinity`. */
export async function deleteSetupTokens(tx: StoreTransaction, now: number): Promise<void> {
  await tx
    .deleteFrom('setupTokens')
    .$if(Number.isFinite(now), (query) => query.where('expiresAt', '<=', now))
    .execute()
}

export async function insertWorkspace(db: Queryable, workspace: Workspace): Promise<void> {
  await db.insertInto('workspaces').values(workspace).execute()
}

export function findWorkspace(db: Queryable, id: string): Promise<Workspace | undefined> {
  return db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Oldest first. */
export function findWorkspaces(db: Queryable): Promise<readonly Workspace[]> {
  return db.selectFrom('workspaces').selectAll().orderBy('createdAt').orderBy('id').execute()
}

interface WorkspacePosition {
  /** An id. */
  readonly after: string | undefined
  readonly limit: number
}

/** In the order of their ids, which is that of their creation. */
export function pageOfWorkspaces(
  db: Queryable,
  { after = '', limit }: WorkspacePosition,
): Promise<readonly Workspace[]> {
  return db.selectFrom('workspaces').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Serializes changes of its members. */
export async function lockWorkspace(tx: StoreTransaction, id: string): Promise<Workspace | undefined> {
  return tx
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', id)
    .$call(dialectOf(tx).forUpdate)
    .executeTakeFirst()
}
