import type { Hex } from 'viem'
import type { Session } from '../../model/session.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Who signed in: one of them is set. */
export type SessionSubject = Pick<Session, 'address' | 'keyId'>

const byHash = compiled((db, { hash }: Params<{ hash: Hex }>) =>
  db.selectFrom('sessions').selectAll().where('hash', '=', hash),
)

/** Includes those that have expired. */
export async function findSessionByHash(db: Queryable, hash: Hex): Promise<Session | undefined> {
  return (await byHash(db, { hash })).rows[0]
}

/** Newest first; `limit` bounds what sign-ins can pile up. */
export function selectSessions(
  db: Queryable,
  subject: SessionSubject,
  limit: number,
): Promise<readonly Session[]> {
  return sessionsOf(db, subject).selectAll().limit(limit).execute()
}

export interface SessionLimits {
  readonly perSubject: number
  readonly perClient: number
}

/**
 * Keeps the newest sessions, so that the new one is among them: of its subject, and of the wallets of its client that are no
 * members and no operators. Sessions of members do not end because of others behind the same address.
 */
export async function insertSession(
  tx: StoreTransaction,
  session: Session,
  { perSubject, perClient }: SessionLimits,
): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
  const ofClient = tx
    .selectFrom('sessions')
    .where('client', '=', session.client)
    .where(({ eb, not, exists }) =>
      not(
        eb.or([
          eb('address', 'is', null),
          exists(
            eb.selectFrom('members').select('role').whereRef('members.address', '=', 'sessions.address'),
          ),
          exists(
            eb
              .selectFrom('operators')
              .select('operators.address')
              .whereRef('operators.address', '=', 'sessions.address'),
          ),
        ]),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  const excess = [
    sessionsOf(tx, session).select('id').offset(perSubject),
    ofClient.select('id').offset(perClient),
  ]
  for (const older of excess)
    await tx
      .deleteFrom('sessions')
      .where('id', 'in', (query) => query.selectFrom(older.limit(1000).as('older')).select('id'))
      .execute()
}

function sessionsOf(db: Queryable, { address, keyId }: SessionSubject) {
  return db
    .selectFrom('sessions')
    .where(({ eb }) => (address === null ? eb('keyId', '=', keyId) : eb('address', '=', address)))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
}

/** Without effect while another transaction has the row: requests do not wait for it. */
export async function touchSession(db: Queryable, id: string, lastUsedAt: number): Promise<void> {
  const row = dialectOf(db).forUpdateSkipLocked(db.selectFrom('sessions').select('id').where('id', '=', id))
  await db.updateTable('sessions').set({ lastUsedAt }).where('id', 'in', row).execute()
}

/** False when it does not exist. */
export async function deleteSession(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Those that were last used before `usedBefore`. */
export async function purgeSessions(db: Queryable, usedBefore: number, limit: number): Promise<number> {
  const idle = db
    .selectFrom('sessions')
    .select('id')
    .where('lastUsedAt', '<=', usedBefore)
    .orderBy('lastUsedAt')
    .limit(limit)
    .$call(dialectOf(db).forUpdateSkipLocked)
  const { numDeletedRows } = await db
    .with(
      (cte) => cte('idle').materialized(),
      () => idle,
    )
    .deleteFrom('sessions')
    .where('id', 'in', (eb) => eb.selectFrom('idle').select('idle.id'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
