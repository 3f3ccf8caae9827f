import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Domain } from '../../model/domain.ts'
import type { ClaimedToken } from '../../model/policy.ts'
import { hexToBytes } from '../driver/columns.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { isSubname, type SubnameRef } from './subnames.ts'

type DomainKey = Pick<Domain, 'key'>

/** Bytes of an address in the index. */
const indexedAddressBytes = 6

interface WalletQuery extends DomainKey {
  readonly address: Uint8Array
  readonly prefix: Uint8Array
  readonly limit: number
}

/** One statement: a name that is released meanwhile counts once. */
const byWallet = compiled((db, { key, address, prefix, limit }: Params<WalletQuery>) =>
  db.selectNoFrom([
    db
      .selectFrom(
        db
          .selectFrom('subnames')
          .select('key')
          .where('domainKey', '=', key)
          .where(sql`substr(coalesce(first_holder, holder), 1, ${sql.lit(indexedAddressBytes)})`, '=', prefix)
          .where(sql`coalesce(first_holder, holder)`, '=', address)
          .where('skeleton', 'is not', null)
          .limit(limit)
          .as('issued'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as('issued'),
    db
      .selectFrom('releasedCounts')
      .select('names')
      .where('domainKey', '=', key)
      .where('address', '=', address)
      .as('released'),
  ]),
)

/**
 * Names and reservations of the domain that were issued to the address: those that exist, also in other hands, up to
 * `limit`, and those that a holder released.
 */
export async function countNamesOfWallet(
  db: Queryable,
  { key }: DomainKey,
  wallet: Hex,
  limit: number,
): Promise<number> {
  const address = hexToBytes(wallet)
  const prefix = address.subarray(0, indexedAddressBytes)
  const [row] = (await byWallet(db, { key, address, prefix, limit })).rows
  return Number(row?.issued ?? 0) + Number(row?.released ?? 0)
}

/** Counts a name that exists as released, for the address that it was issued to. */
export async function countRelease(tx: StoreTransaction, subname: SubnameRef): Promise<void> {
  await tx
    .insertInto('releasedCounts')
    .columns(['domainKey', 'address', 'names'])
    .expression(
      tx
        .selectFrom('subnames')
        .select([
          'domainKey',
          sql<Uint8Array>`coalesce(first_holder, holder)`.as('address'),
          sql.lit(1).as('names'),
        ])
        .where(isSubname(subname)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['domainKey', 'address'])
        .doUpdateSet(({ eb }) => ({ names: eb('releasedCounts.names', '+', 1) })),
    )
    .execute()
}

const byToken = compiled((db, { key, chainId, contract, tokenId }: Params<DomainKey & ClaimedToken>) =>
  db
    .selectFrom('claimedTokens')
    .select('ownerId')
    .where('domainKey', '=', key)
    .where('chainId', '=', chainId)
    .where('contract', '=', contract)
    .where('tokenId', '=', tokenId),
)

/** Whether a claim of the domain has used the token. */
export async function isTokenClaimed(
  db: Queryable,
  { key }: DomainKey,
  token: ClaimedToken,
): Promise<boolean> {
  return (await byToken(db, { key, ...token })).rows.length > 0
}

/** False when the token was used: the primary key decides races. `ownerId`: of the subname or pending claim. */
export async function insertClaimedToken(
  tx: StoreTransaction,
  { key: domainKey }: DomainKey,
  token: ClaimedToken,
  ownerId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('claimedTokens')
    .values({ domainKey, ...token, ownerId })
    .onConflict((conflict) => conflict.columns(['domainKey', 'chainId', 'contract', 'tokenId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** From an approved claim to its subname. */
export async function moveClaimedToken(tx: StoreTransaction, from: string, to: string): Promise<void> {
  await tx.updateTable('claimedTokens').set({ ownerId: to }).where('ownerId', '=', from).execute()
}

/** Tokens of subnames and claims that end by a decision of the workspace can be used again. */
export async function freeClaimedTokens(tx: StoreTransaction, ownerIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('claimedTokens')
    .where(dialectOf(tx).anyOf(sql.ref('ownerId'), ownerIds))
    .execute()
}
