import type { Updateable } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/records.ts'
import type { Domain, PlanChanges } from '../../model/domain.ts'
import type { DomainRow, Queryable, StoreTransaction } from '../tables.ts'
import { lockBlocks, propagateBlocks } from './blocks.ts'
import { toDomain } from './domains.ts'
import { encodeRecords } from './records-codec.ts'

/** What may change in a domain that is in use; absent: stays. */
export interface DomainChanges {
  readonly userChosenLimit?: number | null
  readonly workspaceId?: string
  readonly onchainResolver?: Hex | null
  readonly allowedOrigins?: readonly string[] | null
  readonly plan?: PlanChanges
  /** Milliseconds since 1970: the domain is deleted. */
  readonly deletedAt?: number
}

/**
 * Changes a domain and returns it as it is then; `undefined` when it was deleted, or moved to another workspace, since
 * the caller read it.
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
  /** As it was when the caller's right to change it was checked and the records were computed. */
  readonly domain: Domain
  readonly records: Records
  /** What else changes with them. */
  readonly changes?: DomainChanges
  readonly updatedAt: number
}

/**
 * Replaces the records of a domain itself and returns it as it is then; `undefined` when its records, its workspace or
 * its blocked flag changed, or it was deleted, since it was read.
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

/** The parts of a domain that onboarding it again writes. */
export type Reassignment = Pick<
  Domain,
  'workspaceId' | 'resolverId' | 'onchainResolver' | 'controller' | 'updatedAt'
>

/**
 * Gives a domain to the workspace that onboards it again, in use, with its id, its subnames, its limit, its plan and
 * its records, and returns it as it is then; `undefined` when it is not as it was read: in the same workspace, proven by
 * the same controller, deleted at the same time or not at all, and as blocked.
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
 * Removes a deleted domain, its subnames and its block for good and returns it as it was; `undefined` when there is none, or it is
 * in use.
 */
export async function deleteDomainRows(tx: StoreTransaction, id: string): Promise<Domain | undefined> {
  await lockBlocks(tx)
  // Changes nothing but holds the row, so that who restores the domain at the same time is too late or in time.
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

/** Columns that are `undefined` stay. Each is named: an object that holds more must not write the rest. */
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
