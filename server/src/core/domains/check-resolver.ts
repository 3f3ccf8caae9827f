import { findNameResolver, type NameResolver } from '../../ccip/find-resolver.ts'
import { parseDomain } from '../../ens/name.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { findDomain } from '../../store/entities/domains.ts'
import { canReadDomain } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { getResolver } from '../resolvers/get.ts'
import { recordOnchainResolver } from './record-onchain-resolver.ts'

export interface DomainResolverCheck {
  readonly name: string
  /** Also determines the chain. */
  readonly expected: Resolver
  readonly onChain: NameResolver
  /** False for another or an inherited resolver. */
  readonly isConfigured: boolean
  /** `undefined` when not onboarded there, or not readable by the caller. */
  readonly domain: Domain | undefined
}

/**
 * Compares a domain's resolver on chain with the given one, and stores the result of an onboarded domain for `isJAN`.
 * Returns the domain only for admin keys and unlimited keys of its workspace.
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
