import { AppError } from '../../errors.ts'
import type { Domain } from '../../store/domains.ts'
import { findResolver, type Resolver } from '../../store/resolvers.ts'
import type { Subname } from '../../store/subname-row.ts'
import type { CoreContext } from '../context.ts'

/** A subname with what a reader needs to know of its surroundings. */
export interface IssuedName {
  readonly subname: Subname
  readonly domain: Domain
  readonly resolver: Resolver
}

/** Adds the domain's resolver, which every domain has, to a subname. */
export async function issuedName(
  context: CoreContext,
  domain: Domain,
  subname: Subname,
): Promise<IssuedName> {
  return { subname, domain, resolver: await resolverOfDomain(context, domain) }
}

export async function resolverOfDomain(context: CoreContext, domain: Domain): Promise<Resolver> {
  const resolver = await findResolver(context.store.latest, domain.resolverId)
  if (resolver) return resolver
  throw new AppError('OffchainResolverNotFoundException', `The resolver of ${domain.name} is gone.`)
}
