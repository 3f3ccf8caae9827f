import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool } from 'kysely'
import type { Domain, NewDomain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { DomainRow, Queryable, Tables } from '../tables.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

/** Finders exclude deleted domains by default. */
export interface FindDomainOptions {
  readonly includeDeleted?: boolean
}

/** `undefined` when the name is taken on its chain, even by a deleted domain. */
export async function insertDomain(db: Queryable, domain: NewDomain): Promise<Domain | undefined> {
  const row = await db
    .insertInto('domains')
    .values(toRow(domain))
    .onConflict((conflict) => conflict.columns(['chainId', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

function createFindByName(options: FindDomainOptions) {
  return compiled((db, { chainId, name }: Params<{ chainId: number; name: string }>) =>
    selectDomains(db, options).where('chainId', '=', chainId).where('name', '=', name),
  )
}
const findActiveByName = createFindByName({})
const findAnyByName = createFindByName({ includeDeleted: true })

export async function findDomain(
  db: Queryable,
  chainId: number,
  name: string,
  { includeDeleted = false }: FindDomainOptions = {},
): Promise<Domain | undefined> {
  const find = includeDeleted ? findAnyByName : findActiveByName
  const [row] = (await find(db, { chainId, name })).rows
  return row && toDomain(row)
}

export async function findDomainById(
  db: Queryable,
  id: string,
  options: FindDomainOptions = {},
): Promise<Domain | undefined> {
  const row = await selectDomains(db, options).where('id', '=', id).executeTakeFirst()
  return row && toDomain(row)
}

/** Given a name and its ancestors, finds the longest that is a domain: the one that covers the name. */
export async function findCoveringDomain(
  db: Queryable,
  chainId: number,
  names: readonly string[],
  options: FindDomainOptions = {},
): Promise<Domain | undefined> {
  if (names.length === 0) return undefined
  const row = await selectDomains(db, options)
    .where('chainId', '=', chainId)
    .where('name', 'in', names)
    .orderBy(({ fn }) => fn<number>('length', ['name']), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toDomain(row)
}

/** Every domain of every workspace, oldest first. */
export async function findDomains(
  db: Queryable,
  options: FindDomainOptions = {},
): Promise<readonly Domain[]> {
  const rows = await selectDomains(db, options).orderBy('createdAt').orderBy('id').execute()
  return rows.map(toDomain)
}

/** Every domain of a workspace, oldest first. */
export async function listDomainsByWorkspace(
  db: Queryable,
  workspaceId: string,
  options: FindDomainOptions = {},
): Promise<readonly Domain[]> {
  const rows = await selectDomains(db, options)
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toDomain)
}

/** Expectations of a domain for counting one more of its subnames. */
export interface CapacityRequest {
  /** The workspace that authorized the subname; a later owner of the domain has not. */
  readonly workspaceId: string
  /** When the subname is created. */
  readonly createdAt: number
}

/** The parts of a subname that affect the counts of its domain. */
export type CountedSubname = Pick<Subname, 'domainId' | 'isClaimed'>

/**
 * Increments the count of subnames, in the transaction that inserts one. False when the user-chosen limit or that of the plan
 * is reached, the plan had ended when the subname was created, or the domain is blocked, deleted or another workspace's; the
 * transaction must then be rolled back.
 *
 * One statement compares and counts. It locks the domain's row until the transaction ends, so the next one compares with the
 * new count. Call it last, to hold the lock briefly.
 */
export async function incrementSubnameCount(
  db: Queryable,
  { domainId, isClaimed, createdAt, workspaceId }: CountedSubname & CapacityRequest,
): Promise<boolean> {
  const claimed = Number(isClaimed)
  const { numAffectedRows } = await incrementCount(db, { domainId, claimed, createdAt, workspaceId })
  return numAffectedRows === 1n
}

const incrementCount = compiled(
  (db, { domainId, claimed, ...request }: Params<CapacityRequest & { domainId: string; claimed: number }>) =>
    db
      .updateTable('domains')
      .set(({ eb }) => ({
        subnameCount: eb('subnameCount', '+', 1),
        claimedCount: eb('claimedCount', '+', claimed),
      }))
      .where('id', '=', domainId)
      .where((eb) => hasCapacity(eb, request)),
)

/** The condition that a domain has capacity for one more subname of a workspace. */
export function hasCapacity(
  eb: ExpressionBuilder<Tables, 'domains'>,
  { workspaceId, createdAt: now }: Params<CapacityRequest>,
): Expression<SqlBool> {
  const isBelow = (limit: 'userChosenLimit' | 'planMaxNames') =>
    eb.or([eb(limit, 'is', null), eb('subnameCount', '<', eb.ref(limit))])
  return eb.and([
    eb('deletedAt', 'is', null),
    eb('workspaceId', '=', workspaceId),
    eb('isBlocked', '=', false),
    eb.or([eb('planExpiresAt', 'is', null), eb('planExpiresAt', '>', now)]),
    isBelow('userChosenLimit'),
    isBelow('planMaxNames'),
  ])
}

/** Decrements the count of subnames, in the transaction that deletes one, by its last state. */
export async function decrementSubnameCount(
  db: Queryable,
  { domainId, isClaimed }: CountedSubname,
): Promise<void> {
  await db
    .updateTable('domains')
    .set(({ eb }) => ({
      subnameCount: eb('subnameCount', '-', 1),
      claimedCount: eb('claimedCount', '-', Number(isClaimed)),
    }))
    .where('id', '=', domainId)
    .execute()
}

function selectDomains(db: Queryable, { includeDeleted = false }: FindDomainOptions) {
  return db
    .selectFrom('domains')
    .selectAll()
    .$if(!includeDeleted, (query) => query.where('deletedAt', 'is', null))
}

function toRow({ plan, records, ...columns }: NewDomain): Insertable<DomainRow> {
  return {
    ...columns,
    isBlockedItself: columns.isBlocked,
    planExpiresAt: plan.expiresAt,
    planMaxNames: plan.maxNames,
    ...encodeRecords(records),
  }
}

/** The domain in a row, possibly joined. Its plan and its records are several columns. */
export function toDomain(row: Selectable<DomainRow>): Domain {
  const { key, id, workspaceId, resolverId, chainId, name, node, userChosenLimit, isBlocked } = row
  const { subnameCount, claimedCount, allowedOrigins, onchainResolver, controller } = row
  const { version, createdAt, updatedAt, deletedAt } = row
  return {
    key,
    id,
    workspaceId,
    resolverId,
    chainId,
    name,
    node,
    userChosenLimit,
    isBlocked,
    subnameCount,
    claimedCount,
    allowedOrigins,
    onchainResolver,
    controller,
    plan: { expiresAt: row.planExpiresAt, maxNames: row.planMaxNames },
    records: decodeRecords(row),
    version,
    createdAt,
    updatedAt,
    deletedAt,
  }
}
