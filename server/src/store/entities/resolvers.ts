import type { Hex } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Queryable, VersionedTransaction } from '../tables.ts'

/** The chain and the signing scheme are immutable. */
export type ResolverUpdate = Pick<
  Resolver,
  'address' | 'registryAddress' | 'nodeProvider' | 'environment' | 'signingScheme' | 'updatedAt'
>

/** False when the chain has this address already, or the id is taken. */
export async function insertResolver(tx: VersionedTransaction, resolver: Resolver): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('resolvers')
    .values(resolver)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export function findResolver(db: Queryable, id: string): Promise<Resolver | undefined> {
  return db.selectFrom('resolvers').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findResolverByAddress(
  db: Queryable,
  chainId: ChainId,
  address: Hex,
): Promise<Resolver | undefined> {
  return db
    .selectFrom('resolvers')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst()
}

/** By chain, oldest first. Clients use the first entry of a chain. */
export function findAllResolvers(db: Queryable): Promise<readonly Resolver[]> {
  return db
    .selectFrom('resolvers')
    .selectAll()
    .orderBy('chainId')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function saveTrustedSigners(
  tx: VersionedTransaction,
  id: string,
  trustedSigners: string,
): Promise<void> {
  await tx.updateTable('resolvers').set({ trustedSigners }).where('id', '=', id).execute()
}

/** False when the entry is missing, or another of its chain has the address. */
export async function saveResolverUpdate(
  tx: VersionedTransaction,
  id: string,
  { address, registryAddress, nodeProvider, environment, signingScheme, updatedAt }: ResolverUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resolvers')
    .set({ address, registryAddress, nodeProvider, environment, signingScheme, updatedAt })
    .where('id', '=', id)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('resolvers as other')
            .select('other.id')
            .where('other.address', '=', address)
            .whereRef('other.chainId', '=', 'resolvers.chainId')
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
