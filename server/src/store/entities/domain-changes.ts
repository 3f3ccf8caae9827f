import type { Updateable } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/records.ts'
import type { Domain, PlanChanges } from '../../model/domain.ts'
import type { DomainRow, Queryable, StoreTransaction } from '../tables.ts'
import { lockBlocks, propagateBlocks } from './blocks.ts'
import { toDomain } from './domains.ts'
import { encodeRecords } from './records-codec.ts'

/** Changes of a domain in use; absent fields stay. */
export interface DomainChanges {
  readonly userChosenLimit?: number | null
  readonly workspaceId?: string
  readonly onchainResolver?: Hex | null
  readonly allowedOrigins?: readonly string[] | null
  readonly plan?: PlanChanges
  /** Milliseconds since 1970: deletes the domain. */
  readonly deletedAt?: number
}

/**
 * Changes a domain and returns it; `undefined` when it was deleted, or moved to another workspace, since the caller read it.
 */
export async function updateDomain(
  db: Queryable,
  { id, workspaceId }: Pick<Domain, 'id' | 'workspaceId'>,
  changes: DomainChanges,
  updatedAt: number,
): Promise<Domain | undefined> {
  const row = await db
    .updateTable('domains')
    .set({ ...toColumns(changes), updatedAt })
    .where('id', '=', id)
    .where('workspaceId', '=', workspaceId)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

export interface RecordsUpdate {
  /** The state for which the caller's right was checked and the records were computed. */
  readonly domain: Domain
  readonly records: Records
  /** Other changes in the same write. */
  readonly changes?: DomainChanges
  readonly updatedAt: number
}

/**
 * Replaces the records of a domain itself and returns it; `undefined` when its records, its workspace or its blocked flag
 * changed, or it was deleted, since it was read.
 */
export async function updateDomainRecords(
  db: Queryable,
  { domain, records, changes = {}, updatedAt }: RecordsUpdate,
): Promise<Domain | undefined> {
  const row = await db
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

/** The columns that onboarding a domain again changes. */
export type Reassignment = Pick<
  Domain,
  'workspaceId' | 'resolverId' | 'onchainResolver' | 'controller' | 'updatedAt'
>

/**
 * Transfers a domain to the workspace that onboards it again, in use, with its id, its subnames, its limit, its plan and its
 * records, and returns it; `undefined` unless it is as it was read: with the same workspace, controller, time of deletion and
 * blocked flag.
 */
export async function reassignDomain(
  db: Queryable,
  expected: Domain,
  { workspaceId, resolverId, onchainResolver, controller, updatedAt }: Reassignment,
): Promise<Domain | undefined> {
  const row = await db
    .updateTable('domains')
    .set({ workspaceId, resolverId, onchainResolver, controller, updatedAt, deletedAt: null })
    .where('id', '=', expected.id)
    .where('workspaceId', '=', expected.workspaceId)
    .where('isBlocked', '=', expected.isBlocked)
    .where('controller', 'is not distinct from', expected.controller)
    .where('deletedAt', 'is not distinct from', expected.deletedAt)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

/**
 * Deletes a deleted domain, its subnames and its block permanently and returns its last state; `undefined` when it does not
 * exist, or is in use.
 */
export async function deleteDomainRows(tx: StoreTransaction, id: string): Promise<Domain | undefined> {
  await lockBlocks(tx)
  // Locks the row without a change, to serialize with a concurrent restoration.
  const row = await tx
    .updateTable('domains')
    .set(({ ref }) => ({ deletedAt: ref('deletedAt') }))
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  for (const table of ['subnameAddresses', 'subnames'] as const)
    await tx.deleteFrom(table).where('domainKey', '=', row.key).execute()
  await tx.deleteFrom('domains').where('id', '=', id).execute()
  const domain = toDomain(row)
  await propagateBlocks(tx, domain)
  return domain
}

/** Columns that are `undefined` stay. Each is named: an object with more must not write the rest. */
function toColumns(changes: DomainChanges): Updateable<DomainRow> {
  const { userChosenLimit, workspaceId, onchainResolver, allowedOrigins, plan, deletedAt } = changes
  return {
    userChosenLimit,
    workspaceId,
    onchainResolver,
    allowedOrigins,
    planExpiresAt: plan?.expiresAt,
    planMaxNames: plan?.maxNames,
    deletedAt,
  }
}
