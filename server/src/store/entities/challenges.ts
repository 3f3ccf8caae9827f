import { sql } from 'kysely'
import type { Challenge } from '../../model/challenge.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Maximum number of stored challenges: of one subname, and in all. */
export interface ChallengeLimits {
  readonly perSubname: number
  readonly total: number
}

export async function insertChallenge(db: Queryable, challenge: Challenge): Promise<void> {
  await db.insertInto('challenges').values(challenge).execute()
}

/** Id of the advisory lock: "chall" in ASCII. */
const challengesLockId = 0x6368616c6c

/**
 * Inserts a challenge and evicts others, so that the bounds hold after every commit, with any concurrent inserts. Of a subname
 * are evicted, in this order: used and expired ones, then the oldest of the client with the most. In all, the oldest is
 * evicted.
 */
export function insertAndEvictChallenges(
  db: Queryable,
  challenge: Challenge,
  { perSubname, total }: ChallengeLimits,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await dialectOf(tx).acquireLock(tx, challengesLockId)
    await insertChallenge(tx, challenge)
    await evictOfSubname(tx, challenge, perSubname)
    await evictOldest(tx, total)
  })
}

/** Keeps the newest of each client first, then the second newest of each, and so on: every client has its share. */
async function evictOfSubname(
  tx: StoreTransaction,
  { chainId, subname, createdAt: now }: Challenge,
  limit: number,
): Promise<void> {
  const isDead = sql<number>`case when used_at is not null or expires_at <= ${now} then 1 else 0 end`
  const ranked = tx
    .selectFrom('challenges')
    .select([
      'nonce',
      'createdAt',
      isDead.as('isDead'),
      sql<number>`row_number() over (partition by client, ${isDead} order by created_at desc, nonce)`.as(
        'rank',
      ),
    ])
    .where('chainId', '=', chainId)
    .where('subname', '=', subname)
    .as('ranked')
  const kept = tx
    .selectFrom(ranked)
    .select('nonce')
    .orderBy('isDead')
    .orderBy('rank')
    .orderBy('createdAt', 'desc')
    .limit(limit)
  await tx
    .deleteFrom('challenges')
    .where('chainId', '=', chainId)
    .where('subname', '=', subname)
    .where('nonce', 'not in', kept)
    .execute()
}

async function evictOldest(tx: StoreTransaction, limit: number): Promise<void> {
  const beyond = tx
    .selectFrom('challenges')
    .select('nonce')
    .orderBy('createdAt', 'desc')
    .orderBy('nonce', 'desc')
    .limit(evictionBatchSize)
    .offset(limit)
  await tx.deleteFrom('challenges').where('nonce', 'in', beyond).execute()
}

/** More than one, so that a lowered bound is reached; bounded, so that no request takes long. */
const evictionBatchSize = 1000

/** The challenge with this nonce, used or not. */
export async function findChallenge(db: Queryable, nonce: string): Promise<Challenge | undefined> {
  const row = await db.selectFrom('challenges').selectAll().where('nonce', '=', nonce).executeTakeFirst()
  if (!row) return undefined
  const { usedAt, ...challenge } = row
  return challenge
}

/**
 * Consumes a challenge. False when it is used already. The statement decides: a concurrent one waits until the first
 * transaction ends, and finds the challenge used if that committed.
 */
export async function markChallengeUsed(
  tx: StoreTransaction,
  nonce: string,
  usedAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('challenges')
    .set({ usedAt })
    .where('nonce', '=', nonce)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes at most `limit` challenges that expired before `time`, the oldest first, and returns their number. */
export async function purgeChallenges(db: Queryable, time: number, limit: number): Promise<number> {
  const expired = db
    .selectFrom('challenges')
    .select('nonce')
    .where('expiresAt', '<', time)
    .orderBy('expiresAt')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('challenges')
    .where('nonce', 'in', expired)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
