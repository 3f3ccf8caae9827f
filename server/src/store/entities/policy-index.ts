import { sql } from 'kysely'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Keys of domains with names that rules of their policy cannot find yet. */
export async function findUnindexedDomains(db: Queryable): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('policies')
    .select('domainKey')
    .where('isIndexed', '=', false)
    .orderBy('domainKey')
    .execute()
  return rows.map(({ domainKey }) => domainKey)
}

/** Reservations first: one that is accepted meanwhile is then among the claimed names. */
export interface IndexPosition {
  readonly isClaimed: boolean
  /** The last key. */
  readonly key: number
}

export const indexStart: IndexPosition = { isClaimed: false, key: 0 }

const columns = [
  { name: 'key', type: 'integer' },
  { name: 'skeleton', type: 'integer' },
] as const

/** Gives the next names their skeletons; `undefined` when all have theirs. */
export async function indexNextNames(
  tx: StoreTransaction,
  domainKey: number,
  { isClaimed, key }: IndexPosition,
  limit: number,
): Promise<IndexPosition | undefined> {
  const rows = await tx
    .selectFrom('subnames')
    .select(['key', 'label', 'skeleton'])
    .where('domainKey', '=', domainKey)
    .where('isClaimed', '=', isClaimed)
    .where('key', '>', key)
    .orderBy('key')
    .limit(limit)
    .execute()
  const added = rows
    .filter(({ skeleton }) => skeleton === null)
    .map(({ key, label }) => ({ key, skeleton: hashSkeleton(skeletonOf(label)) }))
  if (added.length > 0)
    await sql`
      update subnames set skeleton = added.skeleton
      from ${dialectOf(tx).unnestRows(columns, added)} as added where subnames.key = added.key
    `.execute(tx)
  const last = rows.at(-1)
  if (last && rows.length === limit) return { isClaimed, key: last.key }
  return isClaimed ? undefined : { isClaimed: true, key: 0 }
}

export async function markIndexed(tx: StoreTransaction, domainKey: number): Promise<void> {
  await tx.updateTable('policies').set({ isIndexed: true }).where('domainKey', '=', domainKey).execute()
}
