import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction, Tables, VersionedTransaction } from '../tables.ts'
import { findDomainById, toDomain } from './domains.ts'

/** Advisory lock number, "block" in ASCII. */
const blocksLockId = 0x626c6f636b

/** Serializes blocking and onboarding, so that neither misses the other. */
export function lockBlocks(tx: StoreTransaction): Promise<void> {
  return dialectOf(tx).acquireLock(tx, blocksLockId)
}

/** The longest of `names` that the operator blocked, deleted or not. */
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

export interface BlockChange {
  readonly domain: Domain
  /** Domains at and below it that are blocked, or no longer blocked, because of the change. */
  readonly affected: readonly Domain[]
}

/**
 * Blocks a domain, in use or deleted, and all domains below it, or lifts its own block. A domain below a blocked one
 * stays blocked. `undefined` when it was purged.
 */
export async function setBlocked(
  tx: VersionedTransaction,
  domain: Pick<Domain, 'id' | 'chainId' | 'name'>,
  isBlocked: boolean,
  updatedAt: number,
): Promise<BlockChange | undefined> {
  await lockBlocks(tx)
  await tx
    .updateTable('domains')
    .set({ isBlockedItself: isBlocked, updatedAt })
    .where('id', '=', domain.id)
    .execute()
  const affected = await propagateBlocks(tx, domain)
  const changed = await findDomainById(tx, domain.id, { includeDeleted: true })
  return changed && { domain: changed, affected }
}

/** Derives `isBlocked` at and below a name, and returns the domains that it changes. Requires the lock. */
export async function propagateBlocks(
  tx: VersionedTransaction,
  { chainId, name }: Pick<Domain, 'chainId' | 'name'>,
): Promise<readonly Domain[]> {
  const rows = await tx
    .updateTable('domains')
    .set((eb) => ({ isBlocked: derivedBlock(eb) }))
    .where('chainId', '=', chainId)
    .where(isAtOrBelow(sql`domains.name`, sql`cast(${name} as text)`))
    .where((eb) => eb('isBlocked', '!=', derivedBlock(eb)))
    .returningAll()
    .execute()
  return rows.map(toDomain)
}

function derivedBlock({ eb, exists, selectFrom }: ExpressionBuilder<Tables, 'domains'>) {
  return eb
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
    .end()
}

/** Avoids `like`, in which underscores are wildcards. */
function isAtOrBelow(name: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(${name} = ${above} or substr(${name}, length(${name}) - length(${above})) = '.' || ${above})`
}
