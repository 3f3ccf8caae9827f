import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { ApiKey } from '../../model/api-key.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { fromJson, toJson } from '../driver/json.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { ApiKeyRow, Queryable, StoreTransaction } from '../tables.ts'

/** False when a key with this hash is there already. */
export async function insertApiKey(db: Queryable, key: ApiKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_keys')
    .values(toRow(key))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const byHash = compiled((db, { hash }: Params<{ hash: Hex }>) =>
  db.selectFrom('api_keys').selectAll().where('hash', '=', hash),
)

/** Finds revoked and expired keys too: the caller says why a key is refused. */
export async function findApiKeyByHash(db: Queryable, hash: Hex): Promise<ApiKey | undefined> {
  const [row] = (await byHash(db, { hash })).rows
  return row && toApiKey(row)
}

/** Finds revoked and expired keys too. */
export async function findApiKey(db: Queryable, id: string): Promise<ApiKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toApiKey(row)
}

/** Every key of a workspace, revoked ones too, oldest first. */
export async function listApiKeysByWorkspace(db: Queryable, workspaceId: string): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toApiKey)
}

/** Every key with scope `admin`, revoked and expired ones too, oldest first. */
export async function listAdminKeys(db: Queryable): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where(sql<boolean>`scopes like '%"admin"%'`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toApiKey)
}

/** Advisory locks are known by numbers; this one is "admin" in ASCII. */
const adminLockId = 0x61646d696e

/** Makes transactions that look whether there is an admin key before they insert one wait for each other. */
export function lockAdminKeys(tx: StoreTransaction): Promise<void> {
  return dialectOf(tx).acquireLock(tx, adminLockId)
}

export async function touchApiKey(db: Queryable, id: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: lastUsedAt }).where('id', '=', id).execute()
}

/** False when there is no such key or it was revoked before; the time of the first revocation stays. */
export async function markApiKeyRevoked(db: Queryable, id: string, revokedAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: revokedAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Which key is to end, and when; milliseconds since 1970. */
export interface ApiKeyExpiry {
  readonly id: string
  readonly now: number
  readonly expiresAt: number
}

/**
 * Lets a key expire at `expiresAt`, unless it does so sooner anyway, and returns it; `undefined` when it is not valid
 * `now`.
 */
export async function expireApiKey(
  db: Queryable,
  { id, now, expiresAt }: ApiKeyExpiry,
): Promise<ApiKey | undefined> {
  const row = await db
    .updateTable('api_keys')
    .set({
      expires_at: sql<number>`case when expires_at < ${expiresAt} then expires_at else ${expiresAt} end`,
    })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returningAll()
    .executeTakeFirst()
  return row && toApiKey(row)
}

function toRow(key: ApiKey): ApiKeyRow {
  return {
    id: key.id,
    workspace_id: key.workspaceId,
    name: key.name,
    prefix: key.prefix,
    hash: key.hash,
    scopes: toJson(key.scopes),
    domain_ids: key.domainIds && toJson(key.domainIds),
    origins: key.origins && toJson(key.origins),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
  }
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    scopes: fromJson(row.scopes),
    domainIds: row.domain_ids && fromJson(row.domain_ids),
    origins: row.origins && fromJson(row.origins),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
