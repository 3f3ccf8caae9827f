import { sql } from 'kysely'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { toDecidedColumns } from './claims.ts'

/** Ends up to `limit` pending claims whose time is over, and returns their ids. */
export async function expireClaims(
  tx: StoreTransaction,
  now: number,
  limit: number,
): Promise<readonly string[]> {
  const expired = tx
    .selectFrom('claims')
    .select('key')
    .where('state', '=', sql.lit('pending'))
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
  const decision = { state: 'expired', decidedAt: now, decidedBy: { type: 'system' }, comment: null } as const
  const rows = await tx
    .updateTable('claims')
    .set(toDecidedColumns(decision))
    .where('key', 'in', expired)
    .where('state', '=', sql.lit('pending'))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes up to `limit` claims that were decided before `time`. */
export async function purgeClaims(db: Queryable, time: number, limit: number): Promise<number> {
  const decided = db
    .selectFrom('claims')
    .select('key')
    .where('decidedAt', '<', time)
    .orderBy('decidedAt')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('claims').where('key', 'in', decided).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes up to `limit` claims of which `kept` of the same domain and state are newer. */
export async function purgeSurplusClaims(db: Queryable, kept: number, limit: number): Promise<number> {
  const groups = await db
    .selectFrom('claims')
    .select(['domainKey', 'state'])
    .where('state', '<>', sql.lit('pending'))
    .groupBy(['domainKey', 'state'])
    .having(({ fn }) => fn.countAll(), '>', kept)
    .limit(limit)
    .execute()
  let deleted = 0
  for (const { domainKey, state } of groups) {
    const surplus = db
      .selectFrom('claims')
      .select('key')
      .where('domainKey', '=', domainKey)
      .where('state', '=', state)
      .orderBy('key', 'desc')
      .offset(kept)
      .limit(limit)
    const { numDeletedRows } = await db.deleteFrom('claims').where('key', 'in', surplus).executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  return deleted
}
