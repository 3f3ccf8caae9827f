import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { ApiKey } from '../../model/api-key.ts'
import type { SharedRead } from '../driver/shared-reads.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** False when a key with this hash exists. */
export async function insertApiKey(db: Queryable, key: ApiKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('apiKeys')
    .values(key)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const byHash = compiled((db, { hash }: Params<{ hash: Hex }>) =>
  db.selectFrom('apiKeys').selectAll().where('hash', '=', hash),
)

/** Includes revoked and expired keys, so that the caller can report the reason. */
export function findApiKeyByHash(db: Queryable, hash: Hex): Promise<ApiKey | undefined> {
  return dialectOf(db).readTogether(db, keyByHash, hash)
}

const keyByHash: SharedRead<Hex, ApiKey | undefined> = {
  keyOf: (hash) => hash,
  read: async (db, hashes) => {
    const [hash = '0x'] = hashes
    const { rows } = await byHash(db, { hash })
    return hashes.map(() => rows[0])
  },
}

/** Includes revoked and expired keys. */
export function findApiKey(db: Queryable, id: string): Promise<ApiKey | undefined> {
  return db.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Serializes rotations of a key. */
export async function lockApiKey(tx: StoreTransaction, id: string): Promise<void> {
  await tx.selectFrom('apiKeys').select('id').where('id', '=', id).$call(dialectOf(tx).forUpdate).execute()
}

/** Includes revoked keys; oldest first. */
export function listApiKeysByWorkspace(db: Queryable, workspaceId: string): Promise<readonly ApiKey[]> {
  return db
    .selectFrom('apiKeys')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Includes revoked and expired keys; oldest first. */
export function listAdminKeys(db: Queryable): Promise<readonly ApiKey[]> {
  return db
    .selectFrom('apiKeys')
    .selectAll()
    .where(sql<boolean>`scopes like '%"admin"%'`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Advisory lock number, "admin" in ASCII. */
const adminLockId = 0x61646d696e

/** Serializes transactions that check for an admin key before they insert one. */
export function lockAdminKeys(tx: StoreTransaction): Promise<void> {
  return dialectOf(tx).acquireLock(tx, adminLockId)
}

/** Without effect while another transaction has the row: requests do not wait for it. */
export async function touchApiKey(db: Queryable, id: string, lastUsedAt: number): Promise<void> {
  const row = dialectOf(db).forUpdateSkipLocked(db.selectFrom('apiKeys').select('id').where('id', '=', id))
  await db.updateTable('apiKeys').set({ lastUsedAt }).where('id', 'in', row).execute()
}

/** Notes the first use of a key. False where it was used before, revoked or has expired. */
export async function takeApiKey(tx: StoreTransaction, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('apiKeys')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where('lastUsedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False for an unknown or revoked key. */
export async function markApiKeyRevoked(db: Queryable, id: string, revokedAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('apiKeys')
    .set({ revokedAt })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Milliseconds since 1970. */
export interface ApiKeyExpiry {
  readonly id: string
  readonly now: number
  readonly expiresAt: number
}

/** Shortens a key's life to `expiresAt`, never extends it; `undefined` when the key is not valid `now`. */
export function expireApiKey(
  db: Queryable,
  { id, now, expiresAt }: ApiKeyExpiry,
): Promise<ApiKey | undefined> {
  return db
    .updateTable('apiKeys')
    .set({
      expiresAt: sql<number>`case when expires_at < ${expiresAt} then expires_at else ${expiresAt} end`,
    })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .returningAll()
    .executeTakeFirst()
}
