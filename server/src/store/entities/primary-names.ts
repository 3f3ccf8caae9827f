import type { Hex } from 'viem'
import type { PrimaryName } from '../../model/primary-name.ts'
import type { PrimaryNameRow, Queryable } from '../tables.ts'

/** Sets the primary name of an address, in place of an earlier one, whose id stays. */
export async function savePrimaryName(db: Queryable, primaryName: PrimaryName): Promise<PrimaryName> {
  const { id, chainId, address, name, node, createdAt, updatedAt } = primaryName
  const row = await db
    .insertInto('primary_names')
    .values({ id, chain_id: chainId, address, name, node, created_at: createdAt, updated_at: updatedAt })
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'address']).doUpdateSet({ name, node, updated_at: updatedAt }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPrimaryName(row)
}

export async function findPrimaryNameByAddress(
  db: Queryable,
  chainId: number,
  address: Hex,
): Promise<PrimaryName | undefined> {
  const row = await db
    .selectFrom('primary_names')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row && toPrimaryName(row)
}

/** The latest of those that chose the name with this node; earlier ones are of addresses it led to before. */
export async function findPrimaryNameByNode(
  db: Queryable,
  chainId: number,
  node: Hex,
): Promise<PrimaryName | undefined> {
  const row = await db
    .selectFrom('primary_names')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('node', '=', node)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toPrimaryName(row)
}

function toPrimaryName(row: PrimaryNameRow): PrimaryName {
  return {
    id: row.id,
    chainId: row.chain_id,
    address: row.address,
    name: row.name,
    node: row.node,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
