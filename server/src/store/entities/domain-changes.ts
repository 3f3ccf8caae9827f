import type { Updateable } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/records.ts'
import type { Domain, PlanChanges } from '../../model/domain.ts'
import { toJson } from '../driver/json.ts'
import { type DomainRow, type Queryable, type StoreTransaction, toSqlBoolean } from '../tables.ts'
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
    .set({ ...toColumns(changes), updated_at: updatedAt })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
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
      updated_at: updatedAt,
    })
    .where('id', '=', domain.id)
    .where('workspace_id', '=', domain.workspaceId)
    .where('is_blocked', '=', toSqlBoolean(domain.isBlocked))
    .where('version', '=', domain.version)
    .where('deleted_at', 'is', null)
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
  changes: Reassignment,
): Promise<Domain | undefined> {
  const row = await db
    .updateTable('domains')
    .set({
      workspace_id: changes.workspaceId,
      resolver_id: changes.resolverId,
      onchain_resolver: changes.onchainResolver,
      controller: changes.controller,
      updated_at: changes.updatedAt,
      deleted_at: null,
    })
    .where('id', '=', expected.id)
    .where('workspace_id', '=', expected.workspaceId)
    .where('is_blocked', '=', toSqlBoolean(expected.isBlocked))
    .where('controller', 'is not distinct from', expected.controller)
    .where('deleted_at', 'is not distinct from', expected.deletedAt)
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
    .set(({ ref }) => ({ deleted_at: ref('deleted_at') }))
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  for (const table of ['subname_addresses', 'subnames'] as const)
    await tx.deleteFrom(table).where('domain_key', '=', row.key).execute()
  await tx.deleteFrom('domains').where('id', '=', id).execute()
  const domain = toDomain(row)
  await propagateBlocks(tx, domain)
  return domain
}

function toColumns({
  userChosenLimit,
  workspaceId,
  onchainResolver,
  allowedOrigins,
  plan,
  deletedAt,
}: DomainChanges): Updateable<DomainRow> {
  return {
    ...(userChosenLimit !== undefined && { user_chosen_limit: userChosenLimit }),
    ...(workspaceId !== undefined && { workspace_id: workspaceId }),
    ...(onchainResolver !== undefined && { onchain_resolver: onchainResolver }),
    ...(allowedOrigins !== undefined && { allowed_origins: allowedOrigins && toJson(allowedOrigins) }),
    ...(plan?.expiresAt !== undefined && { plan_expires_at: plan.expiresAt }),
    ...(plan?.maxNames !== undefined && { plan_max_names: plan.maxNames }),
    ...(deletedAt !== undefined && { deleted_at: deletedAt }),
  }
}
