import type { ClaimOfWallet } from '../../model/claim.ts'
import type { ClaimNotice, NoticeChannel } from '../../model/claim-notice.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { toClaim } from './claims.ts'

type NoticeKey = Pick<ClaimNotice, 'claimKey' | 'channel'>

/** Keeps a claim as it is until the transaction ends; false when it is not pending. */
export async function lockPendingClaim(tx: StoreTransaction, claimKey: number): Promise<boolean> {
  const row = await tx
    .selectFrom('claims')
    .select('key')
    .where('key', '=', claimKey)
    .where('state', '=', 'pending')
    .$call(dialectOf(tx).forUpdate)
    .executeTakeFirst()
  return row !== undefined
}

/** In place of an earlier one of the claim and channel. */
export async function writeNotice(
  tx: StoreTransaction,
  { claimKey, channel, ...columns }: ClaimNotice,
): Promise<void> {
  await tx
    .insertInto('claimNotices')
    .values({ claimKey, channel, ...columns })
    .onConflict((conflict) => conflict.columns(['claimKey', 'channel']).doUpdateSet(columns))
    .execute()
}

export function selectNotices(db: Queryable, claimKey: number): Promise<readonly ClaimNotice[]> {
  return db.selectFrom('claimNotices').selectAll().where('claimKey', '=', claimKey).execute()
}

export async function deleteNotices(
  db: Queryable,
  claimKey: number,
  channels: readonly NoticeChannel[],
): Promise<void> {
  await db
    .deleteFrom('claimNotices')
    .where('claimKey', '=', claimKey)
    .where('channel', 'in', channels)
    .execute()
}

/** Of other claims. */
export async function countNoticesOf(
  db: Queryable,
  { recipientHash, claimKey }: Pick<ClaimNotice, 'recipientHash' | 'claimKey'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('claimNotices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipientHash', '=', recipientHash)
    .where('claimKey', '<>', claimKey)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A notice with what it is about. */
export interface DueNotice extends Omit<ClaimOfWallet, 'title'> {
  readonly notice: ClaimNotice
  /** Whether the domain is blocked or deleted. */
  readonly isClosed: boolean
}

/** Up to `limit` of a channel that are due by `now`, the one that waits longest first. */
export async function selectDueNotices(
  db: Queryable,
  { channel, now, limit }: Pick<ClaimNotice, 'channel'> & { readonly now: number; readonly limit: number },
): Promise<readonly DueNotice[]> {
  const notices = await db
    .selectFrom('claimNotices')
    .selectAll()
    .where('dueAt', '<=', now)
    .where('channel', '=', channel)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  const due: DueNotice[] = []
  for (const notice of notices) {
    const found = await selectSubject(db, notice)
    if (found) due.push({ notice, ...found })
  }
  return due
}

/** Of a notice that was not deleted meanwhile. */
async function selectSubject(
  db: Queryable,
  { claimKey }: NoticeKey,
): Promise<Omit<DueNotice, 'notice'> | undefined> {
  const row = await db.selectFrom('claims').selectAll().where('key', '=', claimKey).executeTakeFirst()
  if (!row) return undefined
  const { chainId, name, isBlocked, deletedAt } = await db
    .selectFrom('domains')
    .select(['chainId', 'name', 'isBlocked', 'deletedAt'])
    .where('key', '=', row.domainKey)
    .executeTakeFirstOrThrow()
  return { claim: toClaim(row), chainId, domain: name, isClosed: isBlocked || deletedAt !== null }
}

/** Begins an attempt, and says when the next is due should it not end. False when another process has begun it, or the notice is gone. */
export async function beginAttempt(
  db: Queryable,
  { claimKey, channel, attempts, recipient }: ClaimNotice,
  nextDueAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('claimNotices')
    .set({ attempts: attempts + 1, dueAt: nextDueAt })
    .where('claimKey', '=', claimKey)
    .where('channel', '=', channel)
    .where('attempts', '=', attempts)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function isStopped(db: Queryable, recipientHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('stoppedRecipients')
    .select('recipientHash')
    .where('recipientHash', '=', recipientHash)
    .executeTakeFirst()
  return row !== undefined
}

/** For good; deletes the notices that wait. */
export async function stopRecipient(
  tx: StoreTransaction,
  recipientHash: string,
  stoppedAt: number,
): Promise<void> {
  await tx
    .insertInto('stoppedRecipients')
    .values({ recipientHash, stoppedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('claimNotices').where('recipientHash', '=', recipientHash).execute()
}
