import { sql } from 'kysely'
import type { Webhook } from '../../model/webhook.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { leaseTimeOver } from '../lease-time.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

export type NewWebhook = Omit<Webhook, 'key'>

export type WebhookChanges = Partial<
  Omit<Webhook, 'key' | 'id' | 'workspaceId' | 'createdAt' | 'leaseOwner' | 'leaseUntil'>
>

/** Advisory lock number, "webh" in ASCII. */
const webhooksLockId = 0x77656268

/** False, and nothing is inserted, if the workspace has `limit` webhooks. */
export async function insertWebhook(
  tx: StoreTransaction,
  webhook: NewWebhook,
  limit: number,
): Promise<boolean> {
  await dialectOf(tx).acquireLock(tx, webhooksLockId)
  const existing = await selectWebhooks(tx, webhook.workspaceId)
  if (existing.length >= limit) return false
  await tx.insertInto('webhooks').values(webhook).execute()
  return true
}

export function findWebhook(db: Queryable, id: string): Promise<Webhook | undefined> {
  return undeleted(db).where('id', '=', id).executeTakeFirst()
}

/** Oldest first. */
export function selectWebhooks(db: Queryable, workspaceId: string): Promise<readonly Webhook[]> {
  return undeleted(db).where('workspaceId', '=', workspaceId).orderBy('key').execute()
}

export function listEnabledWebhooks(
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<readonly Webhook[]> {
  return undeleted(db)
    .where('workspaceId', 'in', workspaceIds)
    .where('isEnabled', '=', true)
    .orderBy('key')
    .execute()
}

/** Those that the service disabled, not their owners; the first `limit` of them. */
export async function findWebhooksDisabledByService(
  db: Queryable,
  limit: number,
): Promise<{ readonly total: number; readonly first: readonly Webhook[] }> {
  const disabled = undeleted(db).where('isEnabled', '=', false).where('disabledReason', '!=', 'request')
  const first = await disabled.orderBy('key').limit(limit).execute()
  if (first.length < limit) return { total: first.length, first }
  const { count } = await disabled
    .clearSelect()
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow()
  return { total: Number(count), first }
}

/** The smallest `startSequence` of the enabled webhooks; `undefined` without one. */
export async function findFirstStart(db: Queryable): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.min('startSequence').as('sequence'))
    .where('isEnabled', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.sequence ?? undefined
}

/** `undefined` when it was deleted. The row stays locked until the transaction ends. */
export function writeWebhook(
  tx: StoreTransaction,
  id: string,
  changes: WebhookChanges,
): Promise<Webhook | undefined> {
  return tx
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** `undefined` when it is gone. The row stays locked until the transaction ends. */
export function lockWebhook(tx: StoreTransaction, key: number): Promise<Webhook | undefined> {
  return dialectOf(tx)
    .forUpdate(undeleted(tx).where('key', '=', key))
    .executeTakeFirst()
}

/**
 * Counts deliveries to come, and makes the webhook due unless its circuit breaker is open. `undefined` when it is
 * disabled. The row stays locked until the transaction ends.
 */
export function countPending(
  tx: StoreTransaction,
  key: number,
  added: number,
  now: number,
): Promise<Webhook | undefined> {
  return tx
    .updateTable('webhooks')
    .set({
      pending: sql<number>`pending + ${added}`,
      dueAt: sql<number>`case when open_attempts > 0 or due_at < ${now} then due_at else ${now} end`,
    })
    .where('key', '=', key)
    .where('isEnabled', '=', true)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Enabled, due and not leased; the longest due first. */
export function findDueWebhooks(db: Queryable, now: number, limit: number) {
  return undeleted(db)
    .where('dueAt', '<=', now)
    .where('isEnabled', '=', true)
    .where(leaseTimeOver('leaseUntil', now))
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

export interface WebhookLease {
  readonly owner: string
  readonly until: number
}

/** `undefined` when it is leased, or not due any more. */
export function acquireWebhookLease(
  db: Queryable,
  key: number,
  { owner, until }: WebhookLease,
  now: number,
): Promise<Webhook | undefined> {
  return db
    .updateTable('webhooks')
    .set({ leaseOwner: owner, leaseUntil: until })
    .where('key', '=', key)
    .where('dueAt', '<=', now)
    .where('isEnabled', '=', true)
    .where('deletedAt', 'is', null)
    .where(leaseTimeOver('leaseUntil', now))
    .returningAll()
    .executeTakeFirst()
}

/** `undefined` when the lease was lost. Locks the row until the transaction ends. */
export function renewWebhookLease(
  db: Queryable,
  key: number,
  { owner, until }: WebhookLease,
): Promise<Webhook | undefined> {
  return db
    .updateTable('webhooks')
    .set({ leaseUntil: until })
    .where('key', '=', key)
    .where('leaseOwner', '=', owner)
    .returningAll()
    .executeTakeFirst()
}

export async function releaseWebhookLease(db: Queryable, key: number, owner: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ leaseOwner: null, leaseUntil: 0 })
    .where('key', '=', key)
    .where('leaseOwner', '=', owner)
    .execute()
}

/** Deleted ones whose deliveries may remain. */
export async function findDeletedWebhooks(db: Queryable): Promise<readonly number[]> {
  const rows = await db.selectFrom('webhooks').select('key').where('deletedAt', 'is not', null).execute()
  return rows.map(({ key }) => key)
}

export async function removeWebhook(db: Queryable, key: number): Promise<void> {
  await db.deleteFrom('webhooks').where('key', '=', key).execute()
}

function undeleted(db: Queryable) {
  return db.selectFrom('webhooks').selectAll().where('deletedAt', 'is', null)
}
