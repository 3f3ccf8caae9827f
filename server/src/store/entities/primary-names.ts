import type { Hex } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { PrimaryName } from '../../model/primary-name.ts'
import type { Queryable } from '../tables.ts'

/** Replaces the primary name of an address but keeps its id. */
export function savePrimaryName(db: Queryable, primaryName: PrimaryName): Promise<PrimaryName> {
  const { name, node, updatedAt } = primaryName
  return db
    .insertInto('primaryNames')
    .values(primaryName)
    .onConflict((conflict) => conflict.columns(['chainId', 'address']).doUpdateSet({ name, node, updatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** False if that name is not the primary name of the address. */
export async function deletePrimaryName(
  db: Queryable,
  { chainId, address, name }: Pick<PrimaryName, 'chainId' | 'address' | 'name'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('primaryNames')
    .where('chainId', '=', chainId)
    .where('address', '=', address)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findPrimaryNameByAddress(
  db: Queryable,
  chainId: ChainId,
  address: Hex,
): Promise<PrimaryName | undefined> {
  return db
    .selectFrom('primaryNames')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
}

/** The latest: earlier ones belong to its former addresses. */
export function findPrimaryNameByNode(
  db: Queryable,
  chainId: ChainId,
  node: Hex,
): Promise<PrimaryName | undefined> {
  return db
    .selectFrom('primaryNames')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('node', '=', node)
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
