import type { Hex } from 'viem'
import type { Session } from '../../model/session.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
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
export function listSessions(
  db: Queryable,
  subject: SessionSubject,
  limit: number,
): Promise<readonly Session[]> {
  return sessionsOf(db, subject).selectAll().limit(limit).execute()
}

/** Deletes all sessions of the subject but the newest `kept`, so that the new one is among them. */
export async function insertSession(tx: StoreTransaction, session: Session, kept: number): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
  const older = sessionsOf(tx, session).select('id').offset(kept).limit(1000)
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', (query) => query.selectFrom(older.as('older')).select('id'))
    .execute()
}

function sessionsOf(db: Queryable, { address, keyId }: SessionSubject) {
  return db
    .selectFrom('sessions')
    .where(({ eb }) => (address === null ? eb('keyId', '=', keyId) : eb('address', '=', address)))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
}

export async function touchSession(db: Queryable, id: string, lastUsedAt: number): Promise<void> {
  await db.updateTable('sessions').set({ lastUsedAt }).where('id', '=', id).execute()
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
    .$if(dialectOf(db).name === 'postgres', (query) => query.forUpdate().skipLocked())
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', idle).executeTakeFirst()
  return Number(numDeletedRows)
}
