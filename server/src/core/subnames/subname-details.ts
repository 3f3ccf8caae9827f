import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { findResolver } from '../../store/entities/resolvers.ts'
import type { CoreContext } from '../context.ts'

export interface SubnameDetails {
  readonly subname: Subname
  readonly domain: Domain
  readonly resolver: Resolver
}

export async function resolverOfDomain(context: CoreContext, domain: Domain): Promise<Resolver> {
  const resolver = await findResolver(context.store.read, domain.resolverId)
  if (resolver) return resolver
  throw new AppError('OffchainResolverNotFoundException', `The resolver of ${domain.name} is gone.`)
}
