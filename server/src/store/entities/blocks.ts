import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { findDomainById, toDomain } from './domains.ts'

/** Id of the advisory lock: "block" in ASCII. */
const blocksLockId = 0x626c6f636b

/** Serializes blocking and onboarding until the transaction ends, so that neither misses the other. */
export function lockBlocks(tx: StoreTransaction): Promise<void> {
  return dialectOf(tx).acquireLock(tx, blocksLockId)
}

/** The nearest of these names that the operator blocked, deleted or not. */
export async function findBlockedAncestor(
  db: Queryable,
  chainId: number,
  names: readonly string[],
): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .selectAll()
    .where('chainId', '=', chainId)
    .where(({ ref }) => dialectOf(db).anyOf(sql`${ref('name')}`, names))
    .where('isBlockedItself', '=', true)
    .orderBy(({ fn }) => fn<number>('length', ['name']), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toDomain(row)
}

/**
 * Blocks a domain, in use or deleted, and all domains below it, or removes its own block. A domain below a blocked one stays
 * blocked. Returns the changed domain; `undefined` when it was purged.
 */
export async function setBlocked(
  tx: StoreTransaction,
  domain: Pick<Domain, 'id' | 'chainId' | 'name'>,
  isBlocked: boolean,
  updatedAt: number,
): Promise<Domain | undefined> {
  await lockBlocks(tx)
  await tx
    .updateTable('domains')
    .set({ isBlockedItself: isBlocked, updatedAt })
    .where('id', '=', domain.id)
    .execute()
  await propagateBlocks(tx, domain)
  return findDomainById(tx, domain.id, { includeDeleted: true })
}

/** Derives the blocked flags, at a name and below it, from the operator's blocks; in a transaction that holds the lock. */
export async function propagateBlocks(
  tx: StoreTransaction,
  { chainId, name }: Pick<Domain, 'chainId' | 'name'>,
): Promise<void> {
  await tx
    .updateTable('domains')
    .set(({ eb, exists, selectFrom }) => ({
      isBlocked: eb
        .case()
        .when(
          exists(
            selectFrom('domains as above')
              .select('above.id')
              .where('above.isBlockedItself', '=', true)
              .whereRef('above.chainId', '=', 'domains.chainId')
              .where(isAtOrBelow(sql`domains.name`, sql`above.name`)),
          ),
        )
        .then(eb.lit(true))
        .else(eb.lit(false))
        .end(),
    }))
    .where('chainId', '=', chainId)
    .where(isAtOrBelow(sql`domains.name`, sql`cast(${name} as text)`))
    .execute()
}

/** Whether a name ends with another at a dot; not by `like`, for which an underscore is a wildcard. */
function isAtOrBelow(name: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(${name} = ${above} or substr(${name}, length(${name}) - length(${above})) = '.' || ${above})`
}
