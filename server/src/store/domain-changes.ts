import type { Hex } from 'viem'
import { type Domain, toDomain } from './domains.ts'
import { toJson } from './json.ts'
import { type DomainRow, type Queryable, type StoreTransaction, toFlag } from './tables.ts'

/** What may change in a domain that is in use; absent: stays. */
export interface DomainChanges {
  readonly userChosenLimit?: number | null
  readonly isBlocked?: boolean
  readonly workspaceId?: string
  readonly onchainResolver?: Hex | null
  readonly allowedOrigins?: readonly string[] | null
  /** Milliseconds since 1970: the domain is deleted. */
  readonly deletedAt?: number
}

/**
 * Changes a domain and returns it as it is then; `undefined` when it was deleted, or moved to another workspace, since
 * the caller read it.
 */
export const changeDomain = async (
  db: Queryable,
  { id, workspaceId }: Pick<Domain, 'id' | 'workspaceId'>,
  changes: DomainChanges,
  updatedAt: number,
): Promise<Domain | undefined> => {
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

export type Restoration = Pick<Domain, 'id' | 'workspaceId' | 'resolverId' | 'onchainResolver' | 'updatedAt'>

/**
 * Takes a deleted domain back into use, with its subnames, its limit and its blocked flag, and returns it; `undefined`
 * when it is not deleted any more.
 */
export const restoreDomain = async (db: Queryable, domain: Restoration): Promise<Domain | undefined> => {
  const row = await db
    .updateTable('domains')
    .set({
      workspace_id: domain.workspaceId,
      resolver_id: domain.resolverId,
      onchain_resolver: domain.onchainResolver,
      updated_at: domain.updatedAt,
      deleted_at: null,
    })
    .where('id', '=', domain.id)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row && toDomain(row)
}

/**
 * Removes a deleted domain and its subnames for good and returns it as it was; `undefined` when there is none, or it is
 * in use.
 */
export const purgeDomain = async (tx: StoreTransaction, id: string): Promise<Domain | undefined> => {
  // Changes nothing but holds the row, so that who restores the domain at the same time is too late or in time.
  const row = await tx
    .updateTable('domains')
    .set(({ ref }) => ({ deleted_at: ref('deleted_at') }))
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await tx.deleteFrom('subnames').where('domain_id', '=', id).execute()
  await tx.deleteFrom('domains').where('id', '=', id).execute()
  return toDomain(row)
}

const toColumns = ({
  userChosenLimit,
  isBlocked,
  workspaceId,
  onchainResolver,
  allowedOrigins,
  deletedAt,
}: DomainChanges): Partial<DomainRow> => ({
  ...(userChosenLimit !== undefined && { user_chosen_limit: userChosenLimit }),
  ...(isBlocked !== undefined && { is_blocked: toFlag(isBlocked) }),
  ...(workspaceId !== undefined && { workspace_id: workspaceId }),
  ...(onchainResolver !== undefined && { onchain_resolver: onchainResolver }),
  ...(allowedOrigins !== undefined && { allowed_origins: allowedOrigins && toJson(allowedOrigins) }),
  ...(deletedAt !== undefined && { deleted_at: deletedAt }),
})
