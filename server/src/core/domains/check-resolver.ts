import { findNameResolver, type NameResolver } from '../../ccip/find-resolver.ts'
import { parseDomain } from '../../ens/name.ts'
import { type ErrorName, upstreamErrors } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { findDomain } from '../../store/entities/domains.ts'
import { canReadDomain } from '../auth/assert-domain-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { getResolver } from '../resolvers/get.ts'
import { recordOnchainResolver } from './record-onchain-resolver.ts'

/** A domain's resolver on chain, compared with one of ours. */
export interface DomainResolverCheck {
  readonly name: string
  /** The one that the domain should have; the chain is its. */
  readonly expected: Resolver
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
 */
export async function checkDomainResolver(
  context: CoreContext,
  input: { caller: Caller; domain: string; resolverId: string },
): Promise<DomainResolverCheck> {
  const name = parseDomain(input.domain)
  const expected = await getResolver(context, input.resolverId)
  const [onChain, domain] = await Promise.all([
    findNameResolver(chainClientOf(context.chains, requireSupportedChain(expected.chainId)), name),
    findDomain(context.store.db, expected.chainId, name),
  ])
  const isConfigured = !onChain.inherited && onChain.resolver?.toLowerCase() === expected.address
  const updated = domain && (await recordOnchainResolver(context, domain, onChain))
  return {
    name,
    expected,
    onChain,
    isConfigured,
    domain: updated && canReadDomain(input.caller, updated) ? updated : undefined,
  }
}

checkDomainResolver.errors = [
  'InvalidNameException',
  ...getResolver.errors,
  ...upstreamErrors,
] as const satisfies readonly ErrorName[]
