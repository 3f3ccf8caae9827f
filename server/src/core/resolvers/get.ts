import { AppError } from '../../errors.ts'
import type { Resolver } from '../../model/resolver.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

/** @throws AppError `OffchainResolverNotFoundException`. */
export async function getResolver(context: CoreContext, id: string): Promise<Resolver> {
  const resolver = await findResolver(context.store.db, id)
  if (resolver) return resolver
  throw new AppError('OffchainResolverNotFoundException', `There is no off-chain resolver ${id}.`)
}
