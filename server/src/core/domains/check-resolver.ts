import { chainOf } from '../../chain/chains.ts'
import { type NameResolver, resolverOf } from '../../chain/resolver-of.ts'
import { parseDomain } from '../../ens/name.ts'
import { type Domain, findDomain } from '../../store/domains.ts'
import type { Resolver } from '../../store/resolvers.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { mayRead } from '../credentials/authorize-domain.ts'
import { getResolver } from '../resolvers/get.ts'
import { supportedChain } from '../supported-chain.ts'
import { noteResolver } from './note-resolver.ts'

/** A domain's resolver on chain, compared with one of ours. */
export interface ResolverCheck {
  readonly name: string
  /** The one that the domain should have; the chain is its. */
  readonly wanted: Resolver
  readonly onChain: NameResolver
  /** Whether the domain itself uses the resolver; one that it inherits can be taken away from above. */
  readonly isConfigured: boolean
  /** `undefined` when the domain is not onboarded on that chain, or the caller may not read it. */
  readonly domain: Domain | undefined
}

/**
 * Reads which resolver a domain has on chain, and whether it is the given one. What it sees of a domain that is onboarded
 * is kept, and is what `isJAN` of its names says from then on. The domain itself is shown to an admin key and to a key of
 * its workspace that is not limited to other domains; every other caller learns what the chain says and no more.
 *
 * @throws AppError `InvalidNameException`, `OffchainResolverNotFoundException`, `ServiceUnavailableException` without a
 * node of that chain, `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function checkResolver(
  context: CoreContext,
  input: { caller: Caller; domain: string; resolverId: string },
): Promise<ResolverCheck> {
  const name = parseDomain(input.domain)
  const wanted = await getResolver(context, input.resolverId)
  const [onChain, domain] = await Promise.all([
    resolverOf(chainOf(context.chains, supportedChain(wanted.chainId)), name),
    findDomain(context.store.db, wanted.chainId, name),
  ])
  const isConfigured = !onChain.inherited && onChain.resolver?.toLowerCase() === wanted.address
  const noted = domain && (await noteResolver(context, domain, onChain))
  return {
    name,
    wanted,
    onChain,
    isConfigured,
    domain: noted && mayRead(input.caller, noted) ? noted : undefined,
  }
}
