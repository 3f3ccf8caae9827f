import type { Updateable } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/stored-records.ts'
import type { Branding } from '../../model/branding.ts'
import type { Domain, PlanChanges } from '../../model/domain.ts'
import type { FormerGateway } from '../../model/former-gateway.ts'
import type { DomainRow, Queryable, StoreTransaction, VersionedTransaction } from '../tables.ts'
import { type BlockedOrUnblocked, lockBlocks, propagateBlocks } from './blocks.ts'
import { toDomain } from './domains.ts'
import { encodeRecords } from './records-codec.ts'

/** Absent fields are unchanged. */
export interface DomainChanges {
  readonly userChosenLimit?: number | null
  readonly workspaceId?: string
  readonly allowedOrigins?: readonly string[] | null
  readonly plan?: PlanChanges
  readonly branding?: Branding
  readonly sharedMaxAge?: number | null
  readonly formerGateway?: FormerGateway | null
  /** Milliseconds since 1970; deletes the domain. */
  readonly deletedAt?: number
}

type DomainRef = Pick<Domain, 'id' | 'workspaceId'>

/** `undefined` when it was deleted or moved to another workspace since it was read. */
export function writeDomain(
  tx: VersionedTransaction,
  domain: DomainRef,
  changes: DomainChanges,
  updatedAt: number,
): Promise<Domain | undefined> {
  return writeColumns(tx, domain, { ...toColumns(changes), updatedAt })
}

/** As `writeDomain`: what the registry has for the name, which lookups do not read. */
export function writeOnchainResolver(
  db: Queryable,
  domain: DomainRef,
  onchainResolver: Hex | null,
  updatedAt: number,
): Promise<Domain | undefined> {
  return writeColumns(db, domain, { onchainResolver, updatedAt })
}

async function writeColumns(
  db: Queryable,
  { id, workspaceId }: DomainRef,
  columns: Updateable<DomainRow>,
): Promise<Domain | undefined> {
  const row = await db
    .updateTable('domains')
    .set(columns)
    .where('id', '=', id)
    .where('workspaceId', '=', workspaceId)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

export interface DomainRecordsUpdate {
  /** As read: the basis of the records and of the authorization. */
  readonly domain: Domain
  readonly records: Records
  readonly changes?: DomainChanges
  readonly updatedAt: number
}

/** `undefined` when its records, workspace or blocked flag changed, or it was deleted, since it was read. */
export async function updateDomainRecords(
  tx: VersionedTransaction,
  { domain, records, changes = {}, updatedAt }: DomainRecordsUpdate,
): Promise<Domain | undefined> {
  const row = await tx
    .updateTable('domains')
    .set({
      ...toColumns(changes),
      ...encodeRecords(records),
      version: domain.version + 1,
      updatedAt,
    })
    .where('id', '=', domain.id)
    .where('workspaceId', '=', domain.workspaceId)
    .where('isBlocked', '=', domain.isBlocked)
    .where('version', '=', domain.version)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

export type Reassignment = Pick<
  Domain,
  'workspaceId' | 'resolverId' | 'onchainResolver' | 'controller' | 'updatedAt'
>

/**
 * Assigns a domain to the workspace that onboards it again; another one does not ask the former gateway. `undefined` when its workspace, controller, deletion or
 * block differs from `expected`.
 */
export async function reassignDomain(
  tx: VersionedTransaction,
  expected: Domain,
  { workspaceId, resolverId, onchainResolver, controller, updatedAt }: Reassignment,
): Promise<Domain | undefined> {
  const row = await tx
    .updateTable('domains')
    .set({
      ...{ workspaceId, resolverId, onchainResolver, controller, updatedAt, deletedAt: null },
      ...(workspaceId !== expected.workspaceId && { formerGateway: null }),
    })
    .where('id', '=', expected.id)
    .where('workspaceId', '=', expected.workspaceId)
    .where('isBlocked', '=', expected.isBlocked)
    .where('controller', 'is not distinct from', expected.controller)
    .where('deletedAt', 'is not distinct from', expected.deletedAt)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

/** Reads a domain, in use or deleted, whose row no other transaction changes until this one ends. */
export async function lockDomain(tx: StoreTransaction, id: string): Promise<Domain | undefined> {
  const row = await tx
    .updateTable('domains')
    .set(({ ref }) => ({ deletedAt: ref('deletedAt') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

export interface PurgedDomain {
  readonly domain: Domain
  /** Domains below that its block no longer blocks. */
  readonly unblocked: readonly BlockedOrUnblocked[]
}

/** Purges a deleted domain with its subnames and its block; `undefined` when it is missing or in use. */
export async function deleteDomainRows(
  tx: VersionedTransaction,
  id: string,
): Promise<PurgedDomain | undefined> {
  await lockBlocks(tx)
  const domain = await lockDomain(tx, id)
  if (!domain || domain.deletedAt === null) return undefined
  const subnameKeys = tx.selectFrom('subnames').select('key').where('domainKey', '=', domain.key)
  await tx.deleteFrom('lastLookups').where('subnameKey', 'in', subnameKeys).execute()
  for (const table of ['subnameAddresses', 'subnames'] as const)
    await tx.deleteFrom(table).where('domainKey', '=', domain.key).execute()
  await tx.deleteFrom('domains').where('id', '=', id).execute()
  return { domain, unblocked: await propagateBlocks(tx, domain) }
}

/** Named individually, so that extra properties are not written. `undefined` leaves a column unchanged. */
function toColumns(changes: DomainChanges): Updateable<DomainRow> {
  const { userChosenLimit, workspaceId, allowedOrigins, plan, branding, ...others } = changes
  const { sharedMaxAge, formerGateway, deletedAt } = others
  return {
    userChosenLimit,
    workspaceId,
    allowedOrigins,
    planExpiresAt: plan?.expiresAt,
    planMaxNames: plan?.maxNames,
    branding,
    sharedMaxAge,
    formerGateway,
    deletedAt,
  }
}
