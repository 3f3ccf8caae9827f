import { sql } from 'kysely'
import type { Challenge } from '../../model/challenge.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction, TurnStore } from '../tables.ts'

interface ChallengeLimits {
  readonly perSubname: number
  readonly perClient: number
  readonly total: number
}

export async function insertChallenge(db: Queryable, challenge: Challenge): Promise<void> {
  await db.insertInto('challenges').values(challenge).execute()
}

/** Advisory lock number, "chall" in ASCII. */
const challengesLockId = 0x6368616c6c

/**
 * Evicts the excess under a lock, so that the limits hold after every commit. Per subname: used and expired ones
 * first, then the oldest of the client with the most. Per client and in total: the oldest.
 */
export function insertAndEvictChallenges(
  { inTurn }: TurnStore,
  challenge: Challenge,
  { perSubname, perClient, total }: ChallengeLimits,
): Promise<void> {
  return inTurn('challenges').plainTransaction(async (tx) => {
    await dialectOf(tx).acquireLock(tx, challengesLockId)
    await insertChallenge(tx, challenge)
    await evictOfSubname(tx, challenge, perSubname)
    if (challenge.client !== null) await evictOldest(tx, perClient, challenge.client)
    await evictOldest(tx, total)
  })
}

/** Keeps the newest of each client, then the second newest of each, and so on. */
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

/** Of one client, or of all. */
async function evictOldest(tx: StoreTransaction, limit: number, client?: string): Promise<void> {
  const beyond = tx
    .selectFrom('challenges')
    .select('nonce')
    .$if(client !== undefined, (query) => query.where('client', '=', client ?? null))
    .orderBy('createdAt', 'desc')
    .orderBy('nonce', 'desc')
    .limit(evictionBatchSize)
    .offset(limit)
  await tx.deleteFrom('challenges').where('nonce', 'in', beyond).execute()
}

/** More than one, to reach a lowered limit. */
const evictionBatchSize = 1000

/** Includes used challenges. */
export async function findChallenge(db: Queryable, nonce: string): Promise<Challenge | undefined> {
  const row = await db.selectFrom('challenges').selectAll().where('nonce', '=', nonce).executeTakeFirst()
  if (!row) return undefined
  const { usedAt, ...challenge } = row
  return challenge
}

/** False when it was used before. The update decides races: a concurrent one waits for the first transaction. */
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

/** Deletes at most `limit` challenges that expired before `time`, oldest first, but those that another transaction has locked. */
export async function purgeChallenges(db: Queryable, time: number, limit: number): Promise<number> {
  const expired = db
    .selectFrom('challenges')
    .select('nonce')
    .where('expiresAt', '<', time)
    .orderBy('expiresAt')
    .limit(limit)
    .$call(dialectOf(db).forUpdateSkipLocked)
  const { numDeletedRows } = await db
    .with(
      (cte) => cte('expired').materialized(),
      () => expired,
    )
    .deleteFrom('challenges')
    .where('nonce', 'in', (eb) => eb.selectFrom('expired').select('expired.nonce'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
