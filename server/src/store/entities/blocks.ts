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

/** A domain before and after a change of blocks. */
export interface BlockedOrUnblocked {
  readonly before: Domain
  readonly after: Domain
}

export interface BlockChange {
  readonly domain: Domain
  /** Domains at and below it whose block, or its reason, the change has changed. */
  readonly affected: readonly BlockedOrUnblocked[]
}

interface OwnBlock {
  readonly isBlocked: boolean
  /** Null: none. */
  readonly reason: string | null
}

/**
 * Blocks a domain, in use or deleted, and all domains below it, or lifts its own block. A domain below a blocked one
 * stays blocked. `undefined` when it was purged.
 */
export async function setBlocked(
  tx: VersionedTransaction,
  domain: Pick<Domain, 'id' | 'chainId' | 'name'>,
  { isBlocked, reason }: OwnBlock,
  updatedAt: number,
): Promise<BlockChange | undefined> {
  await lockBlocks(tx)
  const before = await findAtOrBelow(tx, domain)
  await tx
    .updateTable('domains')
    .set({ isBlockedItself: isBlocked, blockReason: isBlocked ? reason : null, updatedAt })
    .where('id', '=', domain.id)
    .execute()
  const affected = await propagateBlocks(tx, domain, before)
  const changed = await findDomainById(tx, domain.id, { includeDeleted: true })
  return changed && { domain: changed, affected }
}

/** Domains at and below a name by id, in use or deleted. */
async function findAtOrBelow(
  tx: StoreTransaction,
  { chainId, name }: Pick<Domain, 'chainId' | 'name'>,
): Promise<ReadonlyMap<string, Domain>> {
  const rows = await tx
    .selectFrom('domains')
    .selectAll()
    .where('chainId', '=', chainId)
    .where(isAtOrBelow(sql`domains.name`, sql`cast(${name} as text)`))
    .execute()
  return new Map(rows.map((row) => [row.id, toDomain(row)]))
}

/**
 * Derives `isBlocked` and `blockReason` at and below a name. Requires the lock.
 *
 * @param before As they were before the change; absent: as they are.
 * @returns The domains that differ from `before`.
 */
export async function propagateBlocks(
  tx: VersionedTransaction,
  domain: Pick<Domain, 'chainId' | 'name'>,
  before?: ReadonlyMap<string, Domain>,
): Promise<readonly BlockedOrUnblocked[]> {
  const earlier = before ?? (await findAtOrBelow(tx, domain))
  await tx
    .updateTable('domains')
    .set((eb) => ({ isBlocked: derivedBlock(eb), blockReason: derivedReason(eb) }))
    .where('chainId', '=', domain.chainId)
    .where(isAtOrBelow(sql`domains.name`, sql`cast(${domain.name} as text)`))
    .where((eb) =>
      eb.or([
        eb('isBlocked', '!=', derivedBlock(eb)),
        eb('blockReason', 'is distinct from', derivedReason(eb)),
      ]),
    )
    .execute()
  const later = await findAtOrBelow(tx, domain)
  return [...later.values()].flatMap((after) => {
    const previous = earlier.get(after.id)
    const isSame = previous?.isBlocked === after.isBlocked && previous.blockReason === after.blockReason
    return previous && !isSame ? [{ before: previous, after }] : []
  })
}

function derivedBlock({ eb, exists, selectFrom }: ExpressionBuilder<Tables, 'domains'>) {
  return eb
    .case()
    .when(exists(blocksOf(selectFrom).select('above.id')))
    .then(eb.lit(true))
    .else(eb.lit(false))
    .end()
}

/** Of the nearest block. */
function derivedReason({ selectFrom }: ExpressionBuilder<Tables, 'domains'>) {
  return blocksOf(selectFrom)
    .select('above.blockReason')
    .orderBy(({ fn }) => fn<number>('length', ['above.name']), 'desc')
    .limit(1)
}

/** Domains at and above that the operator blocked. */
function blocksOf(selectFrom: ExpressionBuilder<Tables, 'domains'>['selectFrom']) {
  return selectFrom('domains as above')
    .where('above.isBlockedItself', '=', true)
    .whereRef('above.chainId', '=', 'domains.chainId')
    .where(isAtOrBelow(sql`domains.name`, sql`above.name`))
}

/** Avoids `like`, in which underscores are wildcards. */
function isAtOrBelow(name: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(${name} = ${above} or substr(${name}, length(${name}) - length(${above})) = '.' || ${above})`
}
