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
  /** The expected one, which also determines the chain. */
  readonly expected: Resolver
  readonly onChain: NameResolver
  /** Whether the domain itself has the resolver; an inherited one can be removed above it. */
  readonly isConfigured: boolean
  /** `undefined` when the domain is not onboarded on that chain, or the caller may not read it. */
  readonly domain: Domain | undefined
}

/**
 * Reads the resolver of a domain on chain and compares it with the given one. For an onboarded domain the result is stored, as
 * `isJAN` of its names. The domain itself is returned for an admin key and for a key of its workspace that is not limited to
 * other domains; other callers get only the data on chain.
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
