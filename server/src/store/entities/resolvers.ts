import type { Hex } from 'viem'
import type { Resolver } from '../../model/resolver.ts'
import type { Queryable, ResolverRow } from '../tables.ts'

/** What may change in a resolver entry. Its chain and its digest are what it is. */
export type ResolverUpdate = Pick<
  Resolver,
  'address' | 'registryAddress' | 'nodeProvider' | 'environment' | 'updatedAt'
>

/** False when the chain has an entry with this address already, or the id is taken. */
export async function insertResolver(db: Queryable, resolver: Resolver): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('resolvers')
    .values(toRow(resolver))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function findResolver(db: Queryable, id: string): Promise<Resolver | undefined> {
  const row = await db.selectFrom('resolvers').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toResolver(row)
}

export async function findResolverByAddress(
  db: Queryable,
  chainId: number,
  address: Hex,
): Promise<Resolver | undefined> {
  const row = await db
    .selectFrom('resolvers')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row && toResolver(row)
}

/**
 * Every entry, by chain, oldest first. The first of a chain is its leading entry: clients take it for the one in
 * force. A later entry never displaces it; to move it to a new contract, update it.
 */
export async function findAllResolvers(db: Queryable): Promise<readonly Resolver[]> {
  const rows = await db
    .selectFrom('resolvers')
    .selectAll()
    .orderBy('chain_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toResolver)
}

/** False when there is no such entry, or another one of its chain has the new address. */
export async function saveResolverUpdate(
  db: Queryable,
  id: string,
  update: ResolverUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resolvers')
    .set({
      address: update.address,
      registry_address: update.registryAddress,
      node_provider: update.nodeProvider,
      environment: update.environment,
      updated_at: update.updatedAt,
    })
    .where('id', '=', id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('resolvers as other')
            .select('other.id')
            .where('other.address', '=', update.address)
            .whereRef('other.chain_id', '=', 'resolvers.chain_id')
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function toRow(resolver: Resolver): ResolverRow {
  return {
    id: resolver.id,
    chain_id: resolver.chainId,
    address: resolver.address,
    registry_address: resolver.registryAddress,
    node_provider: resolver.nodeProvider,
    chain_name: resolver.chainName,
    environment: resolver.environment,
    signing_scheme: resolver.signingScheme,
    created_at: resolver.createdAt,
    updated_at: resolver.updatedAt,
  }
}

export function toResolver(row: ResolverRow): Resolver {
  return {
    id: row.id,
    chainId: row.chain_id,
    address: row.address,
    registryAddress: row.registry_address,
    nodeProvider: row.node_provider,
    chainName: row.chain_name,
    environment: row.environment,
    signingScheme: row.signing_scheme,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
