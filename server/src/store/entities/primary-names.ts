import type { Hex } from 'viem'
import type { PrimaryName } from '../../model/primary-name.ts'
import type { Queryable } from '../tables.ts'

/** Sets the primary name of an address, replacing an earlier one, whose id stays. */
export function savePrimaryName(db: Queryable, primaryName: PrimaryName): Promise<PrimaryName> {
  const { name, node, updatedAt } = primaryName
  return db
    .insertInto('primaryNames')
    .values(primaryName)
    .onConflict((conflict) => conflict.columns(['chainId', 'address']).doUpdateSet({ name, node, updatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findPrimaryNameByAddress(
  db: Queryable,
  chainId: number,
  address: Hex,
): Promise<PrimaryName | undefined> {
  return db
    .selectFrom('primaryNames')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
}

/** The latest choice of the name with this node; earlier ones are of addresses it resolved to before. */
export function findPrimaryNameByNode(
  db: Queryable,
  chainId: number,
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
