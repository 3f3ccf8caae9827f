import { type SqlBool, sql } from 'kysely'
import type { IdempotentRequest } from '../../model/idempotent-request.ts'
import { leaseTimeOver } from '../lease-time.ts'
import type { Queryable } from '../tables.ts'

export type RequestLease = Pick<IdempotentRequest, 'id' | 'leaseOwner'>

/** False when a row with the id is neither expired nor absent; the primary key decides races. */
export async function reserveRequest(
  db: Queryable,
  request: Omit<IdempotentRequest, 'response'>,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotentRequests')
    .values({ ...request, response: null })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          leaseOwner: ref('excluded.leaseOwner'),
          expiresAt: ref('excluded.expiresAt'),
          response: ref('excluded.response'),
        }))
        .where(sql<SqlBool>`(${sql.ref('idempotent_requests.expires_at')} <= ${now}
          or (${sql.ref('idempotent_requests.response')} is null and ${leaseTimeOver('idempotent_requests.expires_at', now)}))`),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export function findRequest(db: Queryable, id: string): Promise<IdempotentRequest | undefined> {
  return db.selectFrom('idempotentRequests').selectAll().where('id', '=', id).executeTakeFirst()
}

/** No effect after the lease was lost. */
export async function renewRequestLease(
  db: Queryable,
  lease: RequestLease,
  expiresAt: number,
): Promise<void> {
  await updateRunning(db, lease).set({ expiresAt }).execute()
}

/** No effect after the lease was lost. */
export async function storeResponse(
  db: Queryable,
  lease: RequestLease,
  { response, expiresAt }: Pick<IdempotentRequest, 'expiresAt'> & { readonly response: string },
): Promise<void> {
  await updateRunning(db, lease).set({ response, expiresAt }).execute()
}

/** No effect after the lease was lost. */
export async function releaseRequest(db: Queryable, { id, leaseOwner }: RequestLease): Promise<void> {
  await db
    .deleteFrom('idempotentRequests')
    .where('id', '=', id)
    .where('leaseOwner', '=', leaseOwner)
    .where('response', 'is', null)
    .execute()
}

/** Deletes at most `limit` rows that expired before `time`. */
export async function purgeIdempotentRequests(db: Queryable, time: number, limit: number): Promise<number> {
  const expired = db.selectFrom('idempotentRequests').select('id').where('expiresAt', '<', time).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('idempotentRequests')
    .where('id', 'in', expired)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function updateRunning(db: Queryable, { id, leaseOwner }: RequestLease) {
  return db
    .updateTable('idempotentRequests')
    .where('id', '=', id)
    .where('leaseOwner', '=', leaseOwner)
    .where('response', 'is', null)
}
