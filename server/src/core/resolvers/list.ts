import type { Resolver } from '../../model/resolver.ts'
import { findAllResolvers } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

/** The first of a chain is its default. */
export function listResolvers(context: CoreContext): Promise<readonly Resolver[]> {
  return findAllResolvers(context.store.db)
}
