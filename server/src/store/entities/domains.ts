import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { storedChainId } from '../../ens/chains.ts'
import { storedName } from '../../ens/names.ts'
import { emptyBranding } from '../../model/branding.ts'
import type { Domain, NewDomain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { DomainRow, Queryable, Tables, VersionedTransaction } from '../tables.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

/** By default finders skip deleted domains. */
export interface FindDomainOptions {
  readonly includeDeleted?: boolean
}

/** `undefined` when the name is taken, even by a deleted domain. */
export async function insertDomain(tx: VersionedTransaction, domain: NewDomain): Promise<Domain | undefined> {
  const row = await tx
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

/** Finds the longest domain among a name and its ancestors. */
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

/** Oldest first. */
export async function findDomains(
  db: Queryable,
  options: FindDomainOptions = {},
): Promise<readonly Domain[]> {
  const rows = await selectDomains(db, options).orderBy('createdAt').orderBy('id').execute()
  return rows.map(toDomain)
}

/** Oldest first. */
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

export interface CapacityRequest {
  /** The authorizing workspace, which may have lost the domain since. */
  readonly workspaceId: string
  /** The version that was checked, which may have changed since. */
  readonly policyVersion: number
  readonly createdAt: number
}

export type CountedSubname = Pick<Subname, 'domainId' | 'isClaimed'>

/** For `names` more subnames. */
export function hasCapacity(
  eb: ExpressionBuilder<Tables, 'domains'>,
  { workspaceId, policyVersion, createdAt: now }: Params<CapacityRequest>,
  names: Expression<number>,
): Expression<SqlBool> {
  const isWithin = (limit: 'userChosenLimit' | 'planMaxNames') =>
    eb.or([eb(limit, 'is', null), eb(eb('subnameCount', '+', names), '<=', eb.ref(limit))])
  return eb.and([
    isWritable(eb, { workspaceId, policyVersion }),
    eb.or([eb('planExpiresAt', 'is', null), eb('planExpiresAt', '>', now)]),
    isWithin('userChosenLimit'),
    isWithin('planMaxNames'),
  ])
}

function isWritable(
  eb: ExpressionBuilder<Tables, 'domains'>,
  { workspaceId, policyVersion }: Params<Pick<CapacityRequest, 'workspaceId' | 'policyVersion'>>,
): Expression<SqlBool> {
  return eb.and([
    eb('deletedAt', 'is', null),
    eb('workspaceId', '=', workspaceId),
    eb('policyVersion', '=', policyVersion),
    eb('isBlocked', '=', false),
  ])
}

export interface CountChange extends CapacityRequest {
  readonly domainId: string
  /** Additional subnames, in all and claimed; negative for fewer. */
  readonly added: number
  readonly addedClaimed: number
  /** The most additional subnames at any step of the change; 0: capacity does not matter. */
  readonly peak: number
}

/**
 * Must run in the transaction that writes the subnames. False when a limit is reached, the plan ended before
 * `createdAt`, or the domain is blocked, gone, another workspace's or under another policy; the caller must then roll
 * back. The update checks atomically and locks the row: call it last.
 */
export async function changeSubnameCount(db: Queryable, change: CountChange): Promise<boolean> {
  const { domainId, workspaceId, policyVersion, createdAt, added, addedClaimed, peak } = change
  const request = { workspaceId, policyVersion, createdAt }
  const { numAffectedRows } = await changeCount(db, { domainId, added, addedClaimed, peak, ...request })
  return numAffectedRows === 1n
}

const changeCount = compiled((db, { domainId, added, addedClaimed, peak, ...request }: Params<CountChange>) =>
  db
    .updateTable('domains')
    .set(({ eb }) => ({
      subnameCount: eb('subnameCount', '+', added),
      claimedCount: eb('claimedCount', '+', addedClaimed),
    }))
    .where('id', '=', domainId)
    .where((eb) =>
      eb.or([
        hasCapacity(eb, request, peak),
        eb.and([eb(sql<number>`cast(${peak} as bigint)`, '=', 0), isWritable(eb, request)]),
      ]),
    ),
)

/** Must run in the transaction that deletes the subname, with its last state. */
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

function toRow({ plan, records, branding, ...columns }: NewDomain): Insertable<DomainRow> {
  return {
    ...columns,
    isBlockedItself: columns.isBlocked,
    planExpiresAt: plan.expiresAt,
    planMaxNames: plan.maxNames,
    ...encodeRecords(records),
    ...(branding !== emptyBranding && { branding }),
  }
}

export function toDomain(row: Selectable<DomainRow>): Domain {
  const { key, id, workspaceId, resolverId, chainId, name, node, userChosenLimit, isBlocked } = row
  const { subnameCount, claimedCount, allowedOrigins, onchainResolver, controller } = row
  const { blockReason, policyVersion, version, createdAt, updatedAt, deletedAt } = row
  return {
    key,
    id,
    workspaceId,
    resolverId,
    chainId: storedChainId(chainId),
    name: storedName(name),
    node,
    userChosenLimit,
    isBlocked,
    blockReason,
    subnameCount,
    claimedCount,
    allowedOrigins,
    onchainResolver,
    controller,
    plan: { expiresAt: row.planExpiresAt, maxNames: row.planMaxNames },
    policyVersion,
    records: decodeRecords(row),
    branding: row.branding ? { ...emptyBranding, ...row.branding } : emptyBranding,
    sharedMaxAge: row.sharedMaxAge,
    formerGateway: row.formerGateway,
    version,
    createdAt,
    updatedAt,
    deletedAt,
  }
}
