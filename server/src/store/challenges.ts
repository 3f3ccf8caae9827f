import type { ChallengeAction, ChallengeRow, Queryable, StoreTransaction } from './tables.ts'

/** A message that this service composed, to be signed and used once. */
export interface Challenge {
  readonly nonce: string
  readonly action: ChallengeAction
  readonly chainId: number
  readonly subname: string
  readonly mApp: string
  /** The whole text, which says who is to sign it. */
  readonly message: string
  readonly createdAt: number
  readonly expiresAt: number
}

export const insertChallenge = async (db: Queryable, challenge: Challenge): Promise<void> => {
  await db
    .insertInto('challenges')
    .values({
      nonce: challenge.nonce,
      action: challenge.action,
      chain_id: challenge.chainId,
      subname: challenge.subname,
      mapp: challenge.mApp,
      message: challenge.message,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
      used_at: null,
    })
    .execute()
}

/** The challenge with this nonce, used or not. */
export const findChallenge = async (db: Queryable, nonce: string): Promise<Challenge | undefined> => {
  const row = await db.selectFrom('challenges').selectAll().where('nonce', '=', nonce).executeTakeFirst()
  return row && toChallenge(row)
}

/**
 * Uses a challenge up. False when that has been done before. The statement decides: whoever comes second waits until
 * the first transaction ends, and finds the challenge used if that one committed.
 */
export const useChallenge = async (tx: StoreTransaction, nonce: string, usedAt: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('challenges')
    .set({ used_at: usedAt })
    .where('nonce', '=', nonce)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes at most `limit` challenges that expired before `time`, the oldest first. */
export const purgeChallenges = async (db: Queryable, time: number, limit: number): Promise<void> => {
  const expired = db
    .selectFrom('challenges')
    .select('nonce')
    .where('expires_at', '<', time)
    .orderBy('expires_at')
    .limit(limit)
  await db.deleteFrom('challenges').where('nonce', 'in', expired).execute()
}

const toChallenge = (row: ChallengeRow): Challenge => ({
  nonce: row.nonce,
  action: row.action,
  chainId: row.chain_id,
  subname: row.subname,
  mApp: row.mapp,
  message: row.message,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
